import type { PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';

type Claim = { shopId: number; productId: number | undefined; barcodes: (string | null)[] };
type Owner = { id: number; name: string; barcode: string };

/**
 * Makes sure that no other living product of the shop has one of the barcodes, until the end of the transaction: whoever
 * claims some in the same shop waits for it. Every change of a barcode must begin with it. Throws `barcode_taken`, which
 * names the product.
 */
export async function claimBarcodes(client: PoolClient, { shopId, productId, barcodes }: Claim): Promise<void> {
  const wanted = barcodes.filter((barcode) => barcode !== null);
  if (wanted.length === 0) return;
  // The row that every change of the shop's variants locks anyway, by trigger.
  await client.query({
    name: 'lock-shelf',
    text: 'SELECT FROM shelves WHERE shop_id = $1 FOR NO KEY UPDATE',
    values: [shopId],
  });
  const values = [shopId, wanted, productId ?? null];
  const { rows } = await client.query<Owner>({ name: 'barcode-owner', text: OWNER, values });
  const [owner] = rows;
  if (!owner) return;
  const details = { product: { id: owner.id, name: owner.name } };
  throw new DomainError('barcode_taken', `The barcode ${owner.barcode} belongs to ${owner.name}.`, details);
}

const OWNER = `
  SELECT p.id, p.name, v.barcode FROM variants v JOIN products p ON p.id = v.product_id
  WHERE v.barcode = ANY($2::text[]) AND v.deleted_at IS NULL AND p.shop_id = $1 AND p.deleted_at IS NULL
    AND p.id IS DISTINCT FROM $3::bigint
  ORDER BY p.id LIMIT 1`;
