import type { Knex } from 'knex';

/** Imports of product pictures from a ZIP file, and what undoing them needs. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE picture_imports (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      shop_id bigint NOT NULL REFERENCES shops,
      actor_id bigint NOT NULL REFERENCES users,
      file_name text NOT NULL,
      -- Name, size and time of the file: an import that was interrupted continues with the same file.
      file_key text NOT NULL,
      -- How many are to be imported.
      files integer NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When the last picture was stored.
      changed_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      undone_at timestamptz,
      undone_by bigint REFERENCES users
    );
    CREATE INDEX picture_imports_of_shop ON picture_imports (shop_id, id DESC);
    CREATE INDEX picture_imports_actor ON picture_imports (actor_id);
    CREATE INDEX picture_imports_undone_by ON picture_imports (undone_by) WHERE undone_by IS NOT NULL;
    CREATE INDEX picture_imports_age ON picture_imports (created_at);
    CREATE INDEX picture_imports_open ON picture_imports (changed_at) WHERE finished_at IS NULL;

    CREATE TABLE imported_pictures (
      import_id bigint NOT NULL REFERENCES picture_imports ON DELETE CASCADE,
      product_id bigint NOT NULL REFERENCES products,
      -- NULL for a product that had no picture.
      former_image text,
      image text NOT NULL,
      undo text CHECK (undo IN ('undone', 'kept')),
      PRIMARY KEY (import_id, product_id)
    );
    CREATE INDEX imported_pictures_product ON imported_pictures (product_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE imported_pictures, picture_imports;');
}
