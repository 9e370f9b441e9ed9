import { database } from '@haat/core/db/database';
import { runImport } from '@haat/core/catalog/imports/run-import';
import type { ApiCaller } from './api-client.ts';
import { formOf } from './form.ts';

type Sending = { vendor: ApiCaller; shop: { id: number }; text: string | Buffer<ArrayBuffer>; dryRun?: boolean };

/** Sends a file as the screen does. */
export function sendFile({ vendor, shop, text, dryRun = false }: Sending) {
  const file = new File([text], 'products.csv', { type: 'text/csv' });
  return vendor.post(`/api/shops/${shop.id}/imports`, { body: formOf({ file, dry_run: String(dryRun) }) });
}

/** Sends a file, does the worker's work, and answers how the import ended. */
export async function importAndRun(sending: Sending) {
  const sent = await sendFile(sending);
  if (sent.status !== 201) throw new Error(`Not taken in: ${sent.status} ${sent.text}`);
  return runImports(sending, sent.body.id);
}

/** Does the worker's work on an import; answers how it ended. */
export async function runImports({ vendor, shop }: Pick<Sending, 'vendor' | 'shop'>, id: number) {
  await runImport(id);
  return (await vendor.get(`/api/shops/${shop.id}/imports/${id}`)).body;
}

/** The counts of an import as `created changed unchanged failed`. */
export const countsOf = (view: Record<'created' | 'changed' | 'unchanged' | 'failed', number>): string =>
  [view.created, view.changed, view.unchanged, view.failed].join(' ');

/** A shop's catalog in the tables: each variant on a line, with the part of its stock that the ledger explains. */
export async function catalogRows(shopId: number): Promise<string[]> {
  const { rows } = await database().pool.query<{ line: string }>(
    `SELECT concat_ws('|', p.name, c.name, parent.name, s.name, col.name, u.name, v.price_paise, v.mrp_paise, v.stock,
        v.barcode, p.is_published, (SELECT sum(delta) FROM stock_ledger WHERE variant_id = v.id)) AS line
      FROM products p JOIN variants v ON v.product_id = p.id AND v.deleted_at IS NULL
      LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN categories parent ON parent.id = c.parent_id
      LEFT JOIN sizes s ON s.id = v.size_id LEFT JOIN colors col ON col.id = v.color_id
      LEFT JOIN units u ON u.id = v.unit_id
      WHERE p.shop_id = $1 AND p.deleted_at IS NULL ORDER BY p.id, v.position, v.id`,
    [shopId],
  );
  return rows.map(({ line }) => line);
}
