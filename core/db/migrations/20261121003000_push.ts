import type { Knex } from 'knex';

/** Devices that live and die with a session, what their users want to hear, and deliveries that are tried again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    SET LOCAL lock_timeout = '2s';

    -- A token may be longer than an index takes, and what was sent where must not name it. No backslash is in it: in bytea
    -- that begins something else.
    ALTER TABLE push_tokens
      ADD CONSTRAINT push_tokens_token_check CHECK (token <> '' AND strpos(token, chr(92)) = 0),
      ADD COLUMN token_hash text GENERATED ALWAYS AS (encode(sha256(token::bytea), 'hex')) STORED;
    ALTER TABLE push_tokens DROP CONSTRAINT push_tokens_pkey, ADD PRIMARY KEY (token_hash);

    DELETE FROM push_tokens WHERE session_id IS NULL;
    ALTER TABLE push_tokens ALTER COLUMN session_id SET NOT NULL, DROP CONSTRAINT push_tokens_session_id_fkey,
      ADD CONSTRAINT push_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions ON DELETE CASCADE;
    CREATE INDEX push_tokens_session ON push_tokens (session_id);

    -- No row: everything.
    CREATE TABLE push_preferences (
      user_id bigint PRIMARY KEY REFERENCES users,
      new_orders boolean NOT NULL,
      order_status boolean NOT NULL,
      refunds boolean NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    -- Its target is the hash of a token. logged: no push service is configured; dropped: nobody to be told any more.
    ALTER TABLE deliveries DROP CONSTRAINT deliveries_state_check;
    ALTER TABLE deliveries
      ADD CONSTRAINT deliveries_state_check
        CHECK (state IN ('queued', 'sent', 'logged', 'failed', 'dead', 'dropped')),
      ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN reason text;
    CREATE INDEX deliveries_due ON deliveries (channel, due_at) WHERE state = 'queued';
    CREATE INDEX deliveries_done ON deliveries (updated_at) WHERE state <> 'queued';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX deliveries_done, deliveries_due;
    UPDATE deliveries SET state = 'sent' WHERE state IN ('logged', 'dropped');
    ALTER TABLE deliveries DROP CONSTRAINT deliveries_state_check;
    ALTER TABLE deliveries
      ADD CONSTRAINT deliveries_state_check CHECK (state IN ('queued', 'sent', 'failed', 'dead')),
      DROP COLUMN created_at, DROP COLUMN due_at, DROP COLUMN reason;
    DROP TABLE push_preferences;
    DROP INDEX push_tokens_session;
    ALTER TABLE push_tokens DROP CONSTRAINT push_tokens_pkey, DROP CONSTRAINT push_tokens_token_check,
      DROP COLUMN token_hash, ADD PRIMARY KEY (token),
      ALTER COLUMN session_id DROP NOT NULL, DROP CONSTRAINT push_tokens_session_id_fkey,
      ADD CONSTRAINT push_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions ON DELETE SET NULL;
  `);
}
