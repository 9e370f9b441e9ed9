import type { MessagePreferences } from '@haat/contract/notify/messages.calls';
import { ORDER_STATUSES } from '@haat/contract/orders/order-status';
import { isFinalStatus } from '@haat/machines/orders/order.machine';
import type { PoolClient } from 'pg';
import { run, sql } from '../db/database.ts';
import { MessagePreference, User } from '../db/accounts.models.ts';
import { canSendMessages } from '../gateways/message-sender.ts';

type Kind = keyof MessagePreferences;
type Channel = 'push' | 'mail' | 'message';

const DEFAULTS: Required<MessagePreferences> = {
  new_orders: { push: true },
  order_placed: { message: false },
  order_status: { push: true, mail: false, message: false },
  order_ends: { push: true, mail: true, message: false },
  refunds: { push: true, message: false },
};

/** The messages that an account without an email address initially receives on its mobile number. */
const BY_MOBILE = ['order_status', 'order_ends', 'refunds'];

/** Turns on the messages about orders for an account without an email address, where nothing was chosen. */
export async function startMessages(client: PoolClient, userId: number): Promise<void> {
  await run(START, { userId, kinds: BY_MOBILE }, client);
}

const START = sql<{ userId: number; kinds: string[] }>(
  `INSERT INTO message_preferences (user_id, kind, channel, is_on)
   SELECT u.id, kind, 'message', true FROM users u, unnest(:kinds::text[]) AS kind
   WHERE u.id = :userId AND u.email IS NULL AND u.deleted_at IS NULL
   ON CONFLICT (user_id, kind, channel) DO NOTHING`,
);

/**
 * Which messages a user receives by which channel; the defaults where they have not chosen. Without mails where the account has
 * no email address, and without messages where none can be sent.
 */
export async function readPreferences(userId: number): Promise<MessagePreferences> {
  const preferences = structuredClone(DEFAULTS);
  for (const { kind: stored, channel, isOn } of await MessagePreference.query().where({ userId })) {
    const kind = stored === 'new_orders' && channel === 'message' ? 'order_placed' : stored;
    // A later version, before it was rolled back, may have stored kinds and channels that this one does not know.
    if (isKind(kind) && channel in preferences[kind]) Object.assign(preferences[kind], { [channel]: isOn });
  }
  const { email = null, loginMobile = null } = (await User.query().findById(userId)) ?? {};
  const channels = { push: true, mail: email !== null, message: loginMobile !== null && canSendMessages() };
  return onlyBy(channels, preferences);
}

const isKind = (kind: string): kind is Kind => Object.hasOwn(DEFAULTS, kind);

/** The choices for the user's channels, without kinds that have none. */
function onlyBy(channels: Record<Channel, boolean>, preferences: Required<MessagePreferences>): MessagePreferences {
  const kinds = Object.entries(preferences).map(
    ([kind, choices]) =>
      [kind, Object.fromEntries(Object.entries(choices).filter(([channel]) => channels[channel as Channel]))] as const,
  );
  return Object.fromEntries(kinds.filter(([, choices]) => Object.keys(choices).length > 0)) as MessagePreferences;
}

/** Saves which messages a user receives. Omitted choices stay unchanged. Does nothing for a deleted account. */
export async function savePreferences(userId: number, preferences: Partial<MessagePreferences>): Promise<void> {
  const choices = Object.entries(preferences).flatMap(([kind, channels]) =>
    Object.entries(channels).map(([channel, isOn]) => ({ kind: storedKind(kind), channel, isOn })),
  );
  await run(SAVE, {
    userId,
    kinds: choices.map(({ kind }) => kind),
    channels: choices.map(({ channel }) => channel),
    areOn: choices.map(({ isOn }) => isOn),
  });
}

// Order placed is stored as `new_orders`, of which the channel `message` is the customer's: earlier versions skip a channel that
// they do not know, but not a kind.
const storedKind = (kind: string): string => (kind === 'order_placed' ? 'new_orders' : kind);

const SAVE = sql<{ userId: number; kinds: string[]; channels: string[]; areOn: boolean[] }>(
  `
  INSERT INTO message_preferences (user_id, kind, channel, is_on)
  SELECT u.id, choice.kind, choice.channel, choice.is_on
  FROM users u, unnest(:kinds::text[], :channels::text[], :areOn::boolean[]) AS choice (kind, channel, is_on)
  WHERE u.id = :userId::bigint AND u.deleted_at IS NULL
  ON CONFLICT (user_id, kind, channel) DO UPDATE SET is_on = excluded.is_on, updated_at = now()`,
);

const FINAL = ORDER_STATUSES.filter(isFinalStatus);

/** Expression: the stored kind of message of a notification. */
export const kindOf = (notification: string): string => `CASE
    WHEN ${notification}.feed LIKE 'shop:%' THEN 'new_orders'
    WHEN ${notification}.kind = 'order.refund' THEN 'refunds'
    WHEN ${notification}.kind IN ('order.expired', 'order.problem') OR ${notification}.status IN (${quoted(FINAL)}) THEN 'order_ends'
    ELSE 'order_status' END`;

const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

type ChannelOfUser = { channel: Channel; notification: string; userId: string };

/** Condition: the user receives this notification by this channel; given the alias of its row and the expression of the user. */
export function isTurnedOn({ channel, notification, userId }: ChannelOfUser): string {
  const kinds = Object.entries(DEFAULTS).filter(
    ([, channels]) => (channels as Partial<Record<Channel, boolean>>)[channel],
  );
  const kind = kindOf(notification);
  const isDefault = kinds.length === 0 ? 'false' : `${kind} IN (${quoted(kinds.map(([name]) => storedKind(name)))})`;
  return `coalesce(
    (SELECT p.is_on FROM message_preferences p
      WHERE p.user_id = ${userId} AND p.channel = '${channel}' AND p.kind = ${kind}),
    ${isDefault})`;
}
