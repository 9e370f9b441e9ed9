import type { Knex } from 'knex';

/** How the scale of a shop makes its labels (`contract/catalog/scale-label.ts`); NULL for none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `ALTER TABLE shops ADD COLUMN scale_label text
       CHECK (scale_label ~ '^(02|2[0-9])I{4,6}(W+|P+|R+)C$' AND length(scale_label) = 13)`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE shops DROP COLUMN scale_label');
}
