import type { Knex } from 'knex';

/** The order in which a shop reads its own products, page by page. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX products_by_name ON products (shop_id, lower(name), id) WHERE deleted_at IS NULL');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX products_by_name');
}
