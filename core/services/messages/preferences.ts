import type { MessagePreferences } from '@haat/contract/api/messages';
import { ORDER_STATUSES } from '@haat/contract/rules/order-status';
import { nextStatus } from '@haat/machines/order-status/order-status.machine';
import { many, run, sql } from '../../db/database.ts';

type Kind = keyof MessagePreferences;
type Channel = 'push' | 'mail';

const DEFAULTS: MessagePreferences = {
  new_orders: { push: true },
  order_status: { push: true, mail: false },
  order_ends: { push: true, mail: true },
  refunds: { push: true },
};

/** Which messages a user receives by which channel; the defaults where they have not chosen. */
export async function readPreferences(userId: number): Promise<MessagePreferences> {
  const preferences = structuredClone(DEFAULTS);
  for (const { kind, channel, isOn } of await many(READ, { userId })) {
    if (channel in preferences[kind]) Object.assign(preferences[kind], { [channel]: isOn });
  }
  return preferences;
}

const READ = sql<{ userId: number }, { kind: Kind; channel: Channel; isOn: boolean }>(
  'SELECT kind, channel, is_on FROM message_preferences WHERE user_id = :userId',
  'read-message-preferences',
);

/** Saves which messages a user receives; what is not given stays as it is. Does nothing for a deleted account. */
export async function savePreferences(userId: number, preferences: Partial<MessagePreferences>): Promise<void> {
  const choices = Object.entries(preferences).flatMap(([kind, channels]) =>
    Object.entries(channels).map(([channel, isOn]) => ({ kind, channel, isOn })),
  );
  await run(SAVE, {
    userId,
    kinds: choices.map(({ kind }) => kind),
    channels: choices.map(({ channel }) => channel),
    areOn: choices.map(({ isOn }) => isOn),
  });
}

const SAVE = sql<{ userId: number; kinds: string[]; channels: string[]; areOn: boolean[] }>(
  `
  INSERT INTO message_preferences (user_id, kind, channel, is_on)
  SELECT u.id, choice.kind, choice.channel, choice.is_on
  FROM users u, unnest(:kinds::text[], :channels::text[], :areOn::boolean[]) AS choice (kind, channel, is_on)
  WHERE u.id = :userId::bigint AND u.deleted_at IS NULL
  ON CONFLICT (user_id, kind, channel) DO UPDATE SET is_on = excluded.is_on, updated_at = now()`,
  'save-message-preferences',
);

const FINAL = ORDER_STATUSES.filter((status) => nextStatus(status) === undefined);

/** Expression: the kind of message that a notification is. */
export const kindOf = (notification: string): string => `CASE
    WHEN ${notification}.kind = 'order.placed' THEN 'new_orders'
    WHEN ${notification}.kind = 'order.refund' THEN 'refunds'
    WHEN ${notification}.kind = 'order.expired' OR ${notification}.status IN (${quoted(FINAL)}) THEN 'order_ends'
    ELSE 'order_status' END`;

const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

type Wanted = { channel: Channel; notification: string; userId: string };

/** Condition: the user receives this notification by this channel; given the alias of its row and the expression of the user. */
export function isWanted({ channel, notification, userId }: Wanted): string {
  const kinds = Object.entries(DEFAULTS).filter(
    ([, channels]) => (channels as Partial<Record<Channel, boolean>>)[channel],
  );
  return `coalesce(
    (SELECT p.is_on FROM message_preferences p
      WHERE p.user_id = ${userId} AND p.channel = '${channel}' AND p.kind = ${kindOf(notification)}),
    ${kindOf(notification)} IN (${quoted(kinds.map(([kind]) => kind))}))`;
}
