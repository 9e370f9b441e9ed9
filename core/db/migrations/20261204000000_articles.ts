import type { Knex } from 'knex';

export const config = { transaction: false };

/** Barcodes are looked up by their article (`core/catalog/barcode.sql.ts`), which UPC-A and EAN-13 have in common. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS variants_article');
  await knex.raw(
    `CREATE INDEX CONCURRENTLY variants_article ON variants (ltrim(upper(barcode), '0')) WHERE barcode IS NOT NULL`,
  );
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS known_barcodes_article');
  await knex.raw(`CREATE INDEX CONCURRENTLY known_barcodes_article ON known_barcodes (ltrim(upper(barcode), '0'))`);
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS variants_barcode');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX CONCURRENTLY variants_barcode ON variants (barcode) WHERE barcode IS NOT NULL');
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS variants_article');
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS known_barcodes_article');
}
