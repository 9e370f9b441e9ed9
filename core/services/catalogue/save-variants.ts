import type { PoolClient } from 'pg';
import { choiceOf, type StoredVariant, type WantedVariant } from './stored-variant.ts';

type Saving = { productId: number; actorId: number; stored: StoredVariant[]; wanted: WantedVariant[] };

/**
 * Makes the variants of a product those that are wanted: what is missing is taken off sale and kept for past orders, what
 * is there is changed, the rest is added. Each stock that moves gets its row in the ledger. The product must be locked.
 */
export async function saveVariants(client: PoolClient, { productId, actorId, stored, wanted }: Saving): Promise<void> {
  const kept = new Map(wanted.map((variant) => [variant.id, variant]));
  const parked = stored.filter((variant) => {
    const next = kept.get(variant.id);
    return !next || choiceOf(next) !== choiceOf(variant);
  });
  // Those that change what they are chosen by are taken away too, for a moment: two of them may change places.
  if (parked.length > 0) {
    const values = [parked.map(({ id }) => id)];
    await client.query({ name: 'park-variants', text: PARK, values });
  }
  const changed = wanted.filter((variant) => isChanged(variant, stored));
  if (changed.length > 0) {
    await client.query({ name: 'change-variants', text: CHANGE, values: [JSON.stringify(changed), actorId] });
  }
  const added = wanted.filter(({ id }) => id === undefined);
  if (added.length > 0) {
    await client.query({ name: 'add-variants', text: ADD, values: [JSON.stringify(added), actorId, productId] });
  }
}

function isChanged(wanted: WantedVariant, stored: StoredVariant[]): boolean {
  const before = stored.find(({ id }) => id === wanted.id);
  return (
    before !== undefined && Object.entries(before).some(([key, value]) => wanted[key as keyof StoredVariant] !== value)
  );
}

const PARK = 'UPDATE variants SET deleted_at = now() WHERE id = ANY($1::bigint[])';

const ROWS = `jsonb_to_recordset($1::jsonb) AS w(
    id bigint, "sizeId" bigint, "colorId" bigint, "unitId" bigint, "pricePaise" bigint, "mrpPaise" bigint, stock integer,
    barcode text, position integer)`;

const CHANGE = `
  WITH moved AS (
    INSERT INTO stock_ledger (variant_id, delta, reason, actor_id)
    SELECT v.id, w.stock - v.stock, 'adjustment', $2 FROM ${ROWS} JOIN variants v ON v.id = w.id WHERE w.stock <> v.stock
  )
  UPDATE variants v SET size_id = w."sizeId", color_id = w."colorId", unit_id = w."unitId", price_paise = w."pricePaise",
    mrp_paise = w."mrpPaise", stock = w.stock, barcode = w.barcode, position = w.position, deleted_at = NULL
  FROM ${ROWS} WHERE v.id = w.id`;

const ADD = `
  WITH added AS (
    INSERT INTO variants (product_id, size_id, color_id, unit_id, price_paise, mrp_paise, stock, barcode, position)
    SELECT $3, w."sizeId", w."colorId", w."unitId", w."pricePaise", w."mrpPaise", w.stock, w.barcode, w.position
    FROM ${ROWS}
    RETURNING id, stock
  )
  INSERT INTO stock_ledger (variant_id, delta, reason, actor_id)
  SELECT id, stock, 'opening', $2 FROM added WHERE stock > 0`;
