import type { Knex } from 'knex';

/** Customers can ask to cancel an accepted order after the grace period. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE cancellation_requests (
      order_id bigint PRIMARY KEY REFERENCES orders,
      reason text NOT NULL,
      reason_text text CHECK (length(reason_text) BETWEEN 1 AND 500),
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'refused')),
      requested_at timestamptz NOT NULL DEFAULT now(),
      -- Until when the shop can answer.
      answer_by timestamptz NOT NULL,
      answered_at timestamptz,
      CHECK ((state = 'open') = (answered_at IS NULL))
    );
    CREATE INDEX cancellation_requests_open ON cancellation_requests (answer_by) WHERE state = 'open';
  `);
}

/** The requests are lost; how the orders ended stays in their events. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE cancellation_requests');
}
