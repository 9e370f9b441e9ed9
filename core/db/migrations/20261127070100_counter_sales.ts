import type { Knex } from 'knex';

/** Shops sell over the counter: an order without a customer's account, delivered and paid at once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE orders DROP CONSTRAINT orders_payment_method_check, DROP CONSTRAINT orders_paid_by_method;
    ALTER TABLE orders
      ALTER user_id DROP NOT NULL,
      ADD COLUMN channel text NOT NULL DEFAULT 'online' CHECK (channel IN ('online', 'counter')),
      -- 'cod' is cash, 'upi' what reached the shop's own UPI address, 'online' what a payment provider collected.
      ADD CONSTRAINT orders_payment_method_check CHECK (payment_method IN ('cod', 'upi', 'online')),
      ADD CONSTRAINT orders_paid_by_method
        CHECK ((payment_method = 'online') = (payment_status NOT IN ('due', 'collected', 'cancelled'))),
      ADD CONSTRAINT orders_of_channel CHECK (CASE channel
        WHEN 'online' THEN user_id IS NOT NULL AND payment_method <> 'upi'
        ELSE user_id IS NULL AND takeaway AND status = 'Delivered' AND payment_status = 'collected' END);

    -- What of a discount on a whole counter sale falls on the line; the agreed price is without it.
    ALTER TABLE order_items ADD COLUMN discount_paise bigint NOT NULL DEFAULT 0,
      ADD CONSTRAINT order_items_discount CHECK (discount_paise >= 0 AND (discount_paise = 0 OR agreed_paise IS NOT NULL));
  `);
}

/** Counter sales must be gone. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE order_items DROP COLUMN discount_paise;
    ALTER TABLE orders DROP CONSTRAINT orders_of_channel, DROP CONSTRAINT orders_payment_method_check,
      DROP CONSTRAINT orders_paid_by_method, DROP COLUMN channel, ALTER user_id SET NOT NULL;
    ALTER TABLE orders
      ADD CONSTRAINT orders_payment_method_check CHECK (payment_method IN ('cod', 'online')),
      ADD CONSTRAINT orders_paid_by_method
        CHECK ((payment_method = 'cod') = (payment_status IN ('due', 'collected', 'cancelled')));
  `);
}
