import type { Knex } from 'knex';

/** Orders can be declined, cancelled, expired and returned, with a reason; takeaways become ready for pickup. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE orders DROP CONSTRAINT orders_status_check, DROP CONSTRAINT orders_payment_status_check, DROP CONSTRAINT orders_check1;
    ALTER TABLE orders
      ADD CONSTRAINT orders_status_check CHECK (status IN ('Pending', 'Accepted', 'Ready', 'In Transit', 'Delivered',
        'Declined', 'Cancelled', 'Expired', 'Returned')),
      ADD CONSTRAINT orders_payment_status_check CHECK (payment_status IN ('due', 'collected', 'cancelled', 'awaiting', 'paid',
        'expired', 'refund_due', 'refunded')),
      ADD CONSTRAINT orders_paid_by_method
        CHECK ((payment_method = 'cod') = (payment_status IN ('due', 'collected', 'cancelled'))),
      -- Until when the shop can accept the order; the worker sets it once it knows the order.
      ADD COLUMN accept_by timestamptz;

    -- Takeaways were on the way, too.
    UPDATE order_events e SET
      from_status = CASE from_status WHEN 'In Transit' THEN 'Ready' ELSE from_status END,
      to_status = CASE to_status WHEN 'In Transit' THEN 'Ready' ELSE to_status END
    FROM orders o WHERE o.id = e.order_id AND o.takeaway AND 'In Transit' IN (e.from_status, e.to_status);
    UPDATE notifications n SET status = 'Ready', message = replace(message, 'Order on the way', 'Ready for pickup')
    FROM orders o WHERE o.id = n.order_id AND o.takeaway AND n.status = 'In Transit';
    UPDATE orders SET status = 'Ready' WHERE takeaway AND status = 'In Transit';
    -- Orders that wait already do not expire at once.
    UPDATE orders SET accept_by = now() + interval '1 day'
    WHERE status = 'Pending' AND payment_status NOT IN ('awaiting', 'expired');

    CREATE INDEX orders_to_accept ON orders (accept_by) WHERE status = 'Pending';
    DROP INDEX orders_open;
    CREATE INDEX orders_open ON orders (shop_id)
      WHERE status IN ('Pending', 'Accepted', 'Ready', 'In Transit') AND payment_status NOT IN ('awaiting', 'expired');

    -- The clock has no account. The default is for processes of the previous version, which may run until all are replaced.
    ALTER TABLE order_events ALTER actor_id DROP NOT NULL,
      ADD COLUMN actor text NOT NULL DEFAULT 'shop' CHECK (actor IN ('customer', 'shop', 'operator', 'clock')),
      ADD COLUMN reason text,
      ADD COLUMN reason_text text CHECK (length(reason_text) BETWEEN 1 AND 500);
    UPDATE order_events SET actor = 'operator' WHERE actor_shop_id IS NULL;
    ALTER TABLE order_events
      ADD CHECK ((actor = 'clock') = (actor_id IS NULL)),
      ADD CHECK (reason_text IS NULL OR reason IS NOT NULL);

    ALTER TABLE shops
      ADD COLUMN acceptance_minutes integer NOT NULL DEFAULT 10 CHECK (acceptance_minutes BETWEEN 3 AND 1440),
      ADD COLUMN cancel_grace_minutes integer NOT NULL DEFAULT 2 CHECK (cancel_grace_minutes BETWEEN 0 AND 60);
  `);
}

/** Orders that have ended in another way than by delivery must be gone. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shops DROP COLUMN acceptance_minutes, DROP COLUMN cancel_grace_minutes;
    ALTER TABLE order_events DROP COLUMN actor, DROP COLUMN reason_text, DROP COLUMN reason, ALTER actor_id SET NOT NULL;
    UPDATE order_events SET from_status = 'In Transit' WHERE from_status = 'Ready';
    UPDATE order_events SET to_status = 'In Transit' WHERE to_status = 'Ready';
    UPDATE notifications SET status = 'In Transit' WHERE status = 'Ready';
    UPDATE orders SET status = 'In Transit' WHERE status = 'Ready';
    DROP INDEX orders_open;
    CREATE INDEX orders_open ON orders (shop_id)
      WHERE status <> 'Delivered' AND payment_status NOT IN ('awaiting', 'expired');
    ALTER TABLE orders DROP COLUMN accept_by,
      DROP CONSTRAINT orders_status_check, DROP CONSTRAINT orders_payment_status_check, DROP CONSTRAINT orders_paid_by_method;
    ALTER TABLE orders
      ADD CONSTRAINT orders_status_check CHECK (status IN ('Pending', 'Accepted', 'In Transit', 'Delivered')),
      ADD CONSTRAINT orders_payment_status_check
        CHECK (payment_status IN ('due', 'collected', 'awaiting', 'paid', 'expired', 'refund_due', 'refunded')),
      ADD CONSTRAINT orders_check1 CHECK ((payment_method = 'cod') = (payment_status IN ('due', 'collected')));
  `);
}
