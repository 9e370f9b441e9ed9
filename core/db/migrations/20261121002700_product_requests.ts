import type { Knex } from 'knex';

/** Which request has added which product, so that one whose answer was lost adds none when it is sent again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    SET LOCAL lock_timeout = '2s';

    CREATE TABLE product_requests (
      user_id bigint NOT NULL REFERENCES users,
      key text NOT NULL,
      body_hash text NOT NULL,
      product_id bigint NOT NULL REFERENCES products,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, key)
    );
    CREATE INDEX product_requests_product ON product_requests (product_id);
    CREATE INDEX product_requests_age ON product_requests (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE product_requests');
}
