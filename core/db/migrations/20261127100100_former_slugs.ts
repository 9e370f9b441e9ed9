import type { Knex } from 'knex';

/** A shop can get another slug. Its former ones lead to it, and no other shop can have them: they are printed on posters. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE shop_former_slugs (
      -- In lower case.
      slug text PRIMARY KEY CHECK (slug = lower(slug)),
      shop_id bigint NOT NULL REFERENCES shops,
      replaced_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX shop_former_slugs_shop ON shop_former_slugs (shop_id);
  `);
}

/** Links and posters with a former slug no longer lead to the shop. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE shop_former_slugs');
}
