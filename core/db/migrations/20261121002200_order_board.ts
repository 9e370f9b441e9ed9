import type { Knex } from 'knex';

/** Up to which of its new orders somebody at the shop has taken notice, and what the shop's order board is read by. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE order_acknowledgements (
      shop_id bigint PRIMARY KEY REFERENCES shops,
      -- A number of the shop's feed; it only grows.
      seq bigint NOT NULL CHECK (seq >= 0),
      user_id bigint REFERENCES users,
      at timestamptz NOT NULL DEFAULT now()
    );
    -- What came before there were acknowledgements is no news.
    INSERT INTO order_acknowledgements (shop_id, seq)
      SELECT s.id, f.seq FROM shops s JOIN feeds f ON f.name = 'shop:' || s.id;

    -- The list of one status, and how many there are of it.
    CREATE INDEX orders_of_shop_by_status ON orders (shop_id, status, id DESC)
      WHERE payment_status NOT IN ('awaiting', 'expired');
    -- The whole list, and the search in it: number and phone stand in the index, so that no row is read in vain.
    CREATE INDEX orders_of_shop_found ON orders (shop_id, id DESC) INCLUDE (order_number, customer_phone)
      WHERE payment_status NOT IN ('awaiting', 'expired');
    DROP INDEX orders_of_shop;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX orders_of_shop ON orders (shop_id, id DESC) WHERE payment_status NOT IN ('awaiting', 'expired');
    DROP INDEX orders_of_shop_found, orders_of_shop_by_status;
    DROP TABLE order_acknowledgements;
  `);
}
