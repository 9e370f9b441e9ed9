import { database } from '@haat/core/db/database';

/** The fields that the form of a new product requires besides name, price and stock; `createRequiredOptions` makes them. */
export const REQUIRED_FIELDS = { category: 'Test groceries', subcategory: 'Test staples', unit: 'test piece' };

/** A category, a subcategory and a unit that all shops share. */
export async function createRequiredOptions(): Promise<void> {
  const { category, subcategory, unit } = REQUIRED_FIELDS;
  await database().pool.query('INSERT INTO units (name) VALUES ($1) ON CONFLICT DO NOTHING', [unit]);
  await database().pool.query('INSERT INTO categories (name) VALUES ($1) ON CONFLICT DO NOTHING', [category]);
  await database().pool.query(
    `INSERT INTO categories (name, parent_id) SELECT $1, id FROM categories WHERE name = $2 AND parent_id IS NULL
     ON CONFLICT DO NOTHING`,
    [subcategory, category],
  );
}
