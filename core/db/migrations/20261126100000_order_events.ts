import type { Knex } from 'knex';

/** `order_events` records everything that happens to an order, not its changes of status alone; orders have revisions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE orders ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision >= 1);
    ALTER TABLE order_events
      ALTER from_status DROP NOT NULL,
      ALTER to_status DROP NOT NULL,
      -- 'status' for a change of status; the kinds of others are in contract/rules/order-events.ts.
      ADD COLUMN kind text NOT NULL DEFAULT 'status',
      -- What the actor used: 'phone' or 'computer'; NULL where that is not known.
      ADD COLUMN device text,
      -- The order's revision after the event.
      ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision >= 1),
      -- What else the event says, by kind: ids and sums in paise, never a name or an address.
      ADD COLUMN details jsonb,
      ADD CONSTRAINT order_events_statuses
        CHECK ((kind = 'status') = (to_status IS NOT NULL) AND (from_status IS NULL) = (to_status IS NULL));
    CREATE INDEX order_events_order ON order_events (order_id, id);
  `);
}

/** Events of other kinds than changes of status are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM order_events WHERE kind <> 'status';
    DROP INDEX order_events_order;
    ALTER TABLE order_events
      DROP COLUMN kind, DROP COLUMN device, DROP COLUMN revision, DROP COLUMN details,
      ALTER from_status SET NOT NULL,
      ALTER to_status SET NOT NULL;
    ALTER TABLE orders DROP COLUMN revision;
  `);
}
