import type { Knex } from 'knex';

/** Of an order, several updates of a kind can be notified: that its customer asks to cancel it, and that it was cancelled. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX notifications_once;
    CREATE UNIQUE INDEX notifications_once
      ON notifications (order_id, feed, kind, coalesce(status, ''), coalesce(details ->> 'refund_id', ''))
      WHERE details ->> 'update' IS NULL;
    -- The index above is no longer of use to find the notifications of an order.
    CREATE INDEX notifications_order ON notifications (order_id);
  `);
}

/** Orders with several updates of a kind must be gone. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX notifications_order, notifications_once;
    CREATE UNIQUE INDEX notifications_once
      ON notifications (order_id, feed, kind, coalesce(status, ''), coalesce(details ->> 'refund_id', ''));
  `);
}
