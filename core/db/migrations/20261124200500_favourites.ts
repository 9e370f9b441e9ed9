import type { Knex } from 'knex';

/** Favourites of customers, and an index for what a customer has bought in a shop. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE favourite_shops (
      user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
      shop_id bigint NOT NULL REFERENCES shops,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, shop_id)
    );
    CREATE INDEX favourite_shops_shop ON favourite_shops (shop_id);

    CREATE TABLE favourite_products (
      user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
      product_id bigint NOT NULL REFERENCES products,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, product_id)
    );
    CREATE INDEX favourite_products_product ON favourite_products (product_id);

    -- The last orders of a customer in one shop; it also counts those of all shops.
    CREATE INDEX orders_delivered_to_user_by_shop ON orders (user_id, shop_id, id DESC) WHERE status = 'Delivered';
    DROP INDEX orders_delivered_to_user;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX orders_delivered_to_user ON orders (user_id) WHERE status = 'Delivered';
    DROP INDEX orders_delivered_to_user_by_shop;
    DROP TABLE favourite_products, favourite_shops;
  `);
}
