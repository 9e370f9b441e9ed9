import type { Knex } from 'knex';

/**
 * Accounts without an email address get the statuses, ends and refunds of their orders by SMS or WhatsApp, as new ones do from
 * their first login. Choices that were made stay.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    INSERT INTO message_preferences (user_id, kind, channel, is_on)
    SELECT u.id, kind, 'message', true FROM users u, unnest(ARRAY['order_status', 'order_ends', 'refunds']) AS kind
    WHERE u.login_mobile IS NOT NULL AND u.email IS NULL AND u.deleted_at IS NULL
    ON CONFLICT (user_id, kind, channel) DO NOTHING;
  `);
}

/** The choices stay: those of a user cannot be told from these. */
export async function down(): Promise<void> {}
