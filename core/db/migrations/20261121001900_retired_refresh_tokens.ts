import type { Knex } from 'knex';

/** For the upkeep, which removes refresh tokens a month after they were retired. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX refresh_tokens_retired ON refresh_tokens (retired_at) WHERE retired_at IS NOT NULL');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX refresh_tokens_retired');
}
