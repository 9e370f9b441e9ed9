import type { Knex } from 'knex';

/** The index of what operators have done has every action that their list shows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX activity_log_operator;
    CREATE INDEX activity_log_operator ON activity_log (id DESC)
      WHERE action IN ('shop.created', 'shop.changed', 'shop.suspended', 'shop.resumed', 'account.blocked', 'account.unblocked',
        'account.exported', 'application.declined', 'announcement.sent', 'announcement.withdrawn',
        'catalog.added', 'catalog.changed', 'catalog.hidden', 'catalog.shown');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX activity_log_operator;
    CREATE INDEX activity_log_operator ON activity_log (id DESC)
      WHERE action IN ('shop.created', 'shop.suspended', 'shop.resumed', 'account.blocked', 'account.unblocked',
        'catalog.added', 'catalog.changed', 'catalog.hidden', 'catalog.shown');
  `);
}
