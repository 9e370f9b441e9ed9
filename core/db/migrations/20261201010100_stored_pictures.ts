import type { Knex } from 'knex';

/** Lists the stored pictures, so that those that no row refers to are found without listing the folder or the bucket. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The pictures in the folder or bucket, by the path that rows refer to. A row is written before the files of its picture,
    -- and deleted after them.
    CREATE TABLE stored_pictures (
      path text PRIMARY KEY,
      -- When maintenance looks for rows that refer to it; NULL while it is in use.
      check_at timestamptz DEFAULT now() + interval '1 day',
      -- The product that showed it last. Its orders may still show it. Without a foreign key: a deleted product may be named.
      product_id bigint
    );
    CREATE INDEX stored_pictures_to_check ON stored_pictures (path) WHERE check_at IS NOT NULL;

    -- The listing of the pictures that were stored before this table existed. It begins when no older process stores pictures.
    CREATE TABLE picture_inventory (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      begins_at timestamptz NOT NULL DEFAULT now() + interval '1 hour',
      -- The last file that was listed.
      last_file text,
      finished_at timestamptz
    );
    INSERT INTO picture_inventory DEFAULT VALUES;

    -- Arguments: the column with the path, and the one with the product.
    CREATE FUNCTION check_former_picture() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE stored_pictures SET check_at = now(),
          product_id = coalesce((to_jsonb(OLD) ->> TG_ARGV[1])::bigint, product_id)
        WHERE path = to_jsonb(OLD) ->> TG_ARGV[0];
        RETURN NULL;
      END $$;
    CREATE TRIGGER products_picture_changed AFTER UPDATE OF image ON products FOR EACH ROW
      WHEN (OLD.image IS DISTINCT FROM NEW.image AND OLD.image IS NOT NULL) EXECUTE FUNCTION check_former_picture('image', 'id');
    CREATE TRIGGER products_picture_deleted AFTER DELETE ON products FOR EACH ROW
      WHEN (OLD.image IS NOT NULL) EXECUTE FUNCTION check_former_picture('image', 'id');
    CREATE TRIGGER product_pictures_picture_changed AFTER UPDATE OF image ON product_pictures FOR EACH ROW
      WHEN (OLD.image IS DISTINCT FROM NEW.image AND OLD.image IS NOT NULL) EXECUTE FUNCTION check_former_picture('image', 'product_id');
    CREATE TRIGGER product_pictures_picture_deleted AFTER DELETE ON product_pictures FOR EACH ROW
      WHEN (OLD.image IS NOT NULL) EXECUTE FUNCTION check_former_picture('image', 'product_id');
    CREATE TRIGGER users_picture_changed AFTER UPDATE OF profile_image ON users FOR EACH ROW
      WHEN (OLD.profile_image IS DISTINCT FROM NEW.profile_image AND OLD.profile_image IS NOT NULL) EXECUTE FUNCTION check_former_picture('profile_image');
    CREATE TRIGGER users_picture_deleted AFTER DELETE ON users FOR EACH ROW
      WHEN (OLD.profile_image IS NOT NULL) EXECUTE FUNCTION check_former_picture('profile_image');
    CREATE TRIGGER shops_picture_changed AFTER UPDATE OF picture ON shops FOR EACH ROW
      WHEN (OLD.picture IS DISTINCT FROM NEW.picture AND OLD.picture IS NOT NULL) EXECUTE FUNCTION check_former_picture('picture');
    CREATE TRIGGER shops_picture_deleted AFTER DELETE ON shops FOR EACH ROW
      WHEN (OLD.picture IS NOT NULL) EXECUTE FUNCTION check_former_picture('picture');

    CREATE INDEX products_picture ON products USING hash (image) WHERE image LIKE '/uploads/%';
    CREATE INDEX products_picture_lists ON products (id) WHERE image LIKE '[%';
    CREATE INDEX product_pictures_picture ON product_pictures USING hash (image);
    CREATE INDEX users_picture ON users USING hash (profile_image) WHERE profile_image IS NOT NULL;
    CREATE INDEX shops_picture ON shops USING hash (picture) WHERE picture IS NOT NULL;
    CREATE INDEX imported_pictures_former ON imported_pictures USING hash (former_image) WHERE former_image IS NOT NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX products_picture, products_picture_lists, product_pictures_picture, users_picture, shops_picture,
      imported_pictures_former;
    DROP TRIGGER products_picture_changed ON products;
    DROP TRIGGER products_picture_deleted ON products;
    DROP TRIGGER product_pictures_picture_changed ON product_pictures;
    DROP TRIGGER product_pictures_picture_deleted ON product_pictures;
    DROP TRIGGER users_picture_changed ON users;
    DROP TRIGGER users_picture_deleted ON users;
    DROP TRIGGER shops_picture_changed ON shops;
    DROP TRIGGER shops_picture_deleted ON shops;
    DROP FUNCTION check_former_picture;
    DROP TABLE stored_pictures, picture_inventory;
  `);
}
