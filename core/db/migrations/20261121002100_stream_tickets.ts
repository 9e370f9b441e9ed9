import type { Knex } from 'knex';

/** What opens a stream once: whoever deletes the row has used it, on whichever replica. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    SET LOCAL lock_timeout = '2s';

    CREATE TABLE stream_tickets (
      ticket_hash text PRIMARY KEY,
      session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX stream_tickets_session ON stream_tickets (session_id);
    CREATE INDEX stream_tickets_expiry ON stream_tickets (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE stream_tickets');
}
