import type { Readable } from 'node:stream';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import { PRODUCT_COLUMNS } from '@haat/contract/rules/import-columns';
import { writeCsv } from '../../csv/write-csv.ts';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Manager } from '../auth/session.ts';
import { SHOP_PRODUCT_JSON, SHOP_VARIANTS_OF_PRODUCT } from '../catalogue/shelf.sql.ts';
import { textCell } from './clearing-cell.ts';
import { cellsOfVariant } from './product-cells.ts';
import { refuseOthers } from './refuse-others.ts';

const PAGE = 200;

/**
 * A shop's products as CSV, a line for each variant, for those who manage it; read page by page as it is sent, so that a
 * slow line holds neither memory nor a connection. `fileName` has the shop's slug and the day at the shop. Throws forbidden
 * for everybody else.
 */
export async function exportProducts(by: Manager, shopId: number): Promise<{ csv: Readable; fileName: string }> {
  refuseOthers(by, shopId);
  const { rows } = await database().pool.query<{ name: string }>({
    name: 'export-name',
    text: `SELECT slug || '-products-' || to_char(now() AT TIME ZONE time_zone, 'YYYY-MM-DD') || '.csv' AS name
      FROM shops WHERE id = $1`,
    values: [shopId],
  });
  if (!rows[0]) throw new DomainError('not_found', 'Shop Not Found');
  return { csv: writeCsv(PRODUCT_COLUMNS, linesOf(shopId)), fileName: rows[0].name };
}

async function* linesOf(shopId: number): AsyncIterable<(string | null)[]> {
  for (let after = 0; ;) {
    const { rows } = await database().pool.query<{ id: number; product: ShopProduct | null }>({
      name: 'export-page',
      text: EXPORT_PAGE,
      values: [shopId, after, PAGE],
    });
    for (const { product } of rows) {
      if (product) yield* linesOfProduct(product);
    }
    const last = rows.at(-1)?.id;
    if (last === undefined || rows.length < PAGE) return;
    after = last;
  }
}

function linesOfProduct(product: ShopProduct): (string | null)[][] {
  const cells = product.variants.map((variant) => cellsOfVariant(product, variant));
  return cells.map((each) => PRODUCT_COLUMNS.map((column) => each[column] && textCell(each[column])));
}

const EXPORT_PAGE = `
  SELECT p.id, CASE WHEN v.list IS NOT NULL THEN ${SHOP_PRODUCT_JSON} END AS product
  FROM (
    SELECT * FROM products WHERE shop_id = $1 AND deleted_at IS NULL AND id > $2 ORDER BY id LIMIT $3
  ) p ${SHOP_VARIANTS_OF_PRODUCT}
  ORDER BY p.id`;
