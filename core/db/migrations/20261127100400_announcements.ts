import type { Knex } from 'knex';

/** The operator announces something to all shops or to one; each member reads it until they dismiss it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE announcements (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- NULL for all shops.
      shop_id bigint REFERENCES shops,
      title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
      text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
      -- The last day on which it is shown, in the time zone of the platform; NULL until it is withdrawn.
      until date,
      author_id bigint NOT NULL REFERENCES users,
      created_at timestamptz NOT NULL DEFAULT now(),
      withdrawn_at timestamptz
    );
    CREATE INDEX announcements_shown ON announcements (id) WHERE withdrawn_at IS NULL;

    CREATE TABLE announcement_dismissals (
      announcement_id bigint NOT NULL REFERENCES announcements,
      user_id bigint NOT NULL REFERENCES users,
      at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (announcement_id, user_id)
    );
  `);
}

/** The announcements are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE announcement_dismissals, announcements');
}
