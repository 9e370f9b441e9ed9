import type { Knex } from 'knex';

/** Shops count their cash at the end of a day: a close for each person, or for all cash of the shop. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Append-only: a close is corrected by a later entry of the same day and person.
    CREATE TABLE cash_closes (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      shop_id bigint NOT NULL REFERENCES shops,
      day date NOT NULL,
      -- Whose cash was counted; NULL for all cash of the shop.
      person_id bigint REFERENCES users,
      entry integer NOT NULL CHECK (entry >= 1),
      -- What was in the drawer before, and what was taken out of it for anything but refunds.
      opening_paise bigint NOT NULL CHECK (opening_paise >= 0),
      paid_out_paise bigint NOT NULL CHECK (paid_out_paise >= 0),
      -- Of the cash report when it was counted; what is recorded for the day afterwards is not in it.
      received_paise bigint NOT NULL,
      refunded_paise bigint NOT NULL,
      counted_paise bigint NOT NULL CHECK (counted_paise >= 0),
      -- How many there were of each note and coin, by its value in rupees.
      denominations jsonb,
      note text CHECK (length(note) BETWEEN 1 AND 500),
      actor_id bigint NOT NULL REFERENCES users,
      request_key text,
      body_hash text NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      UNIQUE NULLS NOT DISTINCT (shop_id, day, person_id, entry),
      UNIQUE (actor_id, request_key)
    );
  `);
}

/** The closes are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE cash_closes');
}
