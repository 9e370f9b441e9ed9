import type { Knex } from 'knex';

/** Constraints of busy tables are validated after their lock is released. */
export const config = { transaction: false };

const METHODS = "'cod', 'upi', 'online'";

/** Sales over the counter are paid by card, too, or in parts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `CREATE TABLE IF NOT EXISTS payment_parts (
       order_id bigint REFERENCES orders,
       method text CHECK (method IN ('cod', 'upi', 'card')),
       amount_paise bigint NOT NULL CHECK (amount_paise > 0),
       PRIMARY KEY (order_id, method)
     )`,
  );
  await changeChecks(knex, {
    methods: `${METHODS}, 'card', 'split'`,
    online: "payment_method IN ('cod', 'online')",
    payouts: "'cash', 'upi', 'card'",
  });
}

/** Such a sale counts as paid by UPI: none of it would be missing in the drawer. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`UPDATE orders SET payment_method = 'upi' WHERE payment_method IN ('card', 'split')`);
  await knex.raw(`UPDATE cash_payouts SET method = 'upi' WHERE method = 'card'`);
  await changeChecks(knex, { methods: METHODS, online: "payment_method <> 'upi'", payouts: "'cash', 'upi'" });
  await knex.raw('DROP TABLE IF EXISTS payment_parts');
}

type Checks = { methods: string; online: string; payouts: string };

async function changeChecks(knex: Knex, checks: Checks): Promise<void> {
  await knex.raw(checksOfOrders(checks));
  await knex.raw('ALTER TABLE orders VALIDATE CONSTRAINT orders_payment_method_check');
  await knex.raw('ALTER TABLE orders VALIDATE CONSTRAINT orders_of_channel');
  await knex.raw(checkOfPayouts(checks));
}

const checksOfOrders = ({ methods, online }: Checks): string =>
  `ALTER TABLE orders
     DROP CONSTRAINT IF EXISTS orders_payment_method_check,
     ADD CONSTRAINT orders_payment_method_check CHECK (payment_method IN (${methods})) NOT VALID,
     DROP CONSTRAINT IF EXISTS orders_of_channel,
     ADD CONSTRAINT orders_of_channel CHECK (CASE channel
       WHEN 'online' THEN user_id IS NOT NULL AND ${online}
       ELSE user_id IS NULL AND takeaway AND status = 'Delivered' AND payment_status = 'collected'
     END) NOT VALID`;

const checkOfPayouts = ({ payouts }: Checks): string =>
  `ALTER TABLE cash_payouts
     DROP CONSTRAINT IF EXISTS cash_payouts_method_check,
     ADD CONSTRAINT cash_payouts_method_check CHECK (method IN (${payouts}))`;
