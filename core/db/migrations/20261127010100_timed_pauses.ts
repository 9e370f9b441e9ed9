import type { Knex } from 'knex';

/** A pause may have an end, which the clock reaches by itself: no job has to run. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- NULL for a pause that lasts until a member resumes.
    ALTER TABLE shops ADD COLUMN paused_until timestamptz,
      ADD CONSTRAINT shops_paused_until CHECK (paused_at IS NOT NULL OR paused_until IS NULL);
  `);
}

/** Pauses that have ended are over; the others last until a member resumes. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE shops SET paused_at = NULL, not_responding = false WHERE paused_until <= now();
    ALTER TABLE shops DROP COLUMN paused_until;
  `);
}
