import type { Knex } from 'knex';

/** The order that a shop gives its categories. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Categories and subcategories, shared ones among them. Those that are not in it follow by name.
    ALTER TABLE catalogs ADD COLUMN category_order bigint[] NOT NULL DEFAULT '{}';

    -- A subcategory that moves to another category changes what the catalog says of its products, too.
    DROP TRIGGER categories_renamed ON categories;
    CREATE TRIGGER categories_renamed AFTER UPDATE OF name, parent_id ON categories
      FOR EACH ROW WHEN ((OLD.name, OLD.parent_id) IS DISTINCT FROM (NEW.name, NEW.parent_id))
      EXECUTE FUNCTION raise_catalog_version_of_category();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER categories_renamed ON categories;
    CREATE TRIGGER categories_renamed AFTER UPDATE OF name ON categories
      FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION raise_catalog_version_of_category();
    ALTER TABLE catalogs DROP COLUMN category_order;
  `);
}
