import type { Knex } from 'knex';

/** Divides the names of all products and shops anew. Searches go on, and only edits of their names wait. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(INDEX);
}

const INDEX = `
  DO $$
  DECLARE ids bigint[];
  DECLARE last bigint := 0;
  BEGIN
    LOOP
      ids := ARRAY(SELECT id FROM products WHERE id > last ORDER BY id LIMIT 1000 FOR NO KEY UPDATE);
      EXIT WHEN cardinality(ids) = 0;
      PERFORM index_products(ids);
      last := ids[cardinality(ids)];
    END LOOP;
    PERFORM index_shops(ARRAY(SELECT id FROM shops ORDER BY id FOR NO KEY UPDATE));
  END
  $$`;

/** Never: the version before searches these words as well. knex wants the function. */
export async function down(): Promise<void> {
  throw new Error('The words are not reverted.');
}
