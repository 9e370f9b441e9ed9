import type { Knex } from 'knex';

/** Adds the roles helper and rider. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE shop_members DROP CONSTRAINT shop_members_role_check,
      ADD CONSTRAINT shop_members_role_check CHECK (role IN ('helper', 'rider', 'vendor', 'admin'))`);
}

// Earlier versions give every member the rights of a vendor, so those who had fewer leave the team.
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DELETE FROM shop_members WHERE role IN ('helper', 'rider');
    ALTER TABLE shop_members DROP CONSTRAINT shop_members_role_check,
      ADD CONSTRAINT shop_members_role_check CHECK (role IN ('vendor', 'admin'))`);
}
