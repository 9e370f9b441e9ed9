import type { Knex } from 'knex';

/** Members have a PIN; on a device that asks for it, they act under their own name and not under that of its account. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shop_members ADD COLUMN pin_hash text;

    -- Devices, logged in to a shop, that ask for a PIN. Of a session that is continued at another shop, the row stays.
    CREATE TABLE shared_devices (
      session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
      shop_id bigint NOT NULL REFERENCES shops ON DELETE CASCADE,
      idle_minutes integer NOT NULL CHECK (idle_minutes BETWEEN 1 AND 60),
      -- Who entered their PIN last, and until when they act unless the device is used.
      actor_id bigint REFERENCES users,
      acting_until timestamptz,
      PRIMARY KEY (session_id, shop_id),
      CHECK ((actor_id IS NULL) = (acting_until IS NULL))
    );
    CREATE INDEX shared_devices_shop ON shared_devices (shop_id);
    CREATE INDEX shared_devices_actor ON shared_devices (actor_id) WHERE actor_id IS NOT NULL;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE shared_devices; ALTER TABLE shop_members DROP COLUMN pin_hash');
}
