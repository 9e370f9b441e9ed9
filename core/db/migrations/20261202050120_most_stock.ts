import type { Knex } from 'knex';

/**
 * Keeps every stock far below the end of its type: what an order gives back could not be added to the highest integer, so that the
 * order could not end. Stocks above one million pieces, which no count has found, are lowered to it, by a row of the ledger like
 * every change.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    WITH too_high AS MATERIALIZED (
      SELECT v.id, v.stock, p.shop_id FROM variants v JOIN products p ON p.id = v.product_id
      WHERE v.stock > 1000000 ORDER BY v.id FOR NO KEY UPDATE OF v
    ), ledger AS (
      INSERT INTO stock_ledger (variant_id, delta, reason) SELECT id, 1000000 - stock, 'adjustment' FROM too_high
    ), signalled AS (
      UPDATE catalogs SET version = version + 1 WHERE shop_id IN (SELECT shop_id FROM too_high)
    )
    UPDATE variants v SET stock = 1000000 FROM too_high WHERE v.id = too_high.id;

    -- Above what can be entered there is room for what orders, returns and purchases add.
    ALTER TABLE variants ADD CONSTRAINT variants_most_stock CHECK (stock <= 1000000000) NOT VALID;
    ALTER TABLE variants VALIDATE CONSTRAINT variants_most_stock;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE variants DROP CONSTRAINT variants_most_stock');
}
