import type { OptionalMail } from '@haat/contract/notify/messages.calls';
import type { LanguageCode } from '@haat/contract/accounts/language';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { CustomerUpdate, OrderNotificationKind } from '@haat/contract/orders/order-updates';
import { many, sql } from '../../db/database.ts';
import {
  failedOutcome,
  IS_OUTDATED,
  returnDeliveries,
  type SettledDelivery,
  settleDeliveries,
} from '../../notify/deliveries.ts';
import { isTurnedOn, kindOf } from '../../accounts/message-preferences.ts';
import { type Invoice, readInvoices } from '../invoice.ts';

/** A mail that could not be sent for this time is given up. */
export const MAIL_EXPIRES_AFTER_HOURS = 72;
/** The same for a message to a mobile number, which is useful only while the order is running. */
export const MESSAGE_EXPIRES_AFTER_HOURS = 6;
const EXPIRES_AFTER_HOURS = { mail: MAIL_EXPIRES_AFTER_HOURS, message: MESSAGE_EXPIRES_AFTER_HOURS };
/** Few enough to be sent within the claim, even by a slow server. */
const CLAIMED_AT_ONCE = 50;
/** Afterwards the process that claimed is considered dead, and another one sends. */
const CLAIM_SECONDS = 600;
// The next job sends the rest, so that each job ends.
const MAX_ROUNDS = 20;

/**
 * A mail or message that is due. `mails`: the preference that turns it off, null for a placed order and a refund; `amountPaise`:
 * of a refund; `to`: the address or number, null when it must no longer be sent.
 */
export type ClaimedDelivery = {
  deliveryId: number;
  attempt: number;
  ageMs: number;
  isLate: boolean;
  kind: OrderNotificationKind;
  status: OrderStatus | null;
  update: CustomerUpdate | null;
  amountPaise: number | null;
  orderId: number;
  userId: number;
  mails: OptionalMail | null;
  to: string | null;
  language: LanguageCode | null;
};

/** Condition: the customer gets a mail about this notification. The mail about a refund by a provider has its own job. */
export const isMailed = (
  notification: string,
  userId: string,
): string => `(${notification}.kind = 'order.placed' OR ${notification}.details ->> 'update' = 'paid_out'
  OR ${notification}.kind <> 'order.refund' AND ${notification}.feed LIKE 'user:%' AND ${isTurnedOn({ channel: 'mail', notification, userId })})`;

/** Condition: the customer `user` gets a message to the mobile number that was confirmed. */
export const isMessaged = (notification: string, user: string): string => `(${user}.login_mobile IS NOT NULL
  AND ${user}.blocked_at IS NULL AND (${notification}.kind = 'order.placed' OR ${notification}.feed LIKE 'user:%')
  AND ${isTurnedOn({ channel: 'message', notification, userId: `${user}.id` })})`;

type Claiming = {
  channel: 'mail' | 'message';
  /** Until when a delivery is sent. */
  hours: number;
  /** Whether it is still to be sent, and where to, as expressions. */
  isSent: string;
  recipient: string;
};

/**
 * Claims due deliveries, the longest due first, so that no other process sends them. Recipient and preference are read again,
 * and a status that is no longer the latest of its order is not sent.
 */
const claim = ({ channel, hours, isSent, recipient }: Claiming) =>
  sql<object, ClaimedDelivery>(
    `
  WITH due AS (
    SELECT id FROM deliveries WHERE channel = '${channel}' AND state = 'queued' AND due_at <= now()
    ORDER BY due_at LIMIT ${CLAIMED_AT_ONCE} FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE deliveries d
    SET attempts = d.attempts + 1, due_at = now() + interval '${CLAIM_SECONDS} seconds', updated_at = now()
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.feed, d.seq, d.attempts, d.created_at
  )
  SELECT c.id AS delivery_id, c.attempts AS attempt,
    (extract(epoch FROM now() - c.created_at) * 1000)::float8 AS age_ms,
    c.created_at < now() - interval '${hours} hours' AS is_late,
    n.kind, n.status, n.details ->> 'update' AS update, (n.details ->> 'total_paise')::bigint AS amount_paise, n.order_id, u.id AS user_id, u.language,
    CASE WHEN n.kind NOT IN ('order.placed', 'order.refund') THEN ${kindOf('n')} END AS mails,
    CASE WHEN ${isSent} AND NOT (${IS_OUTDATED}) THEN ${recipient} END AS to
  FROM claimed c
  JOIN notifications n ON n.feed = c.feed AND n.seq = c.seq
  JOIN orders o ON o.id = n.order_id
  JOIN users u ON u.id = o.user_id`,
  );

const CLAIM = {
  mail: claim({
    channel: 'mail',
    hours: MAIL_EXPIRES_AFTER_HOURS,
    isSent: isMailed('n', 'u.id'),
    recipient: 'u.email',
  }),
  message: claim({
    channel: 'message',
    hours: MESSAGE_EXPIRES_AFTER_HOURS,
    isSent: isMessaged('n', 'u'),
    recipient: 'u.login_mobile',
  }),
};

/** Sends a delivery to `to`, and returns its outcome. */
type Send = (delivery: ClaimedDelivery & { to: string }, invoice: Invoice) => Promise<SettledDelivery>;

type Sending = {
  channel: keyof typeof CLAIM;
  concurrency: number;
  send: Send;
  stopping?: AbortSignal | undefined;
};

/** The channels that this process is sending. */
const sending = new Set<Sending['channel']>();

/**
 * Sends the due deliveries of a channel unless this process is doing so: while a server is slow, further jobs would occupy all
 * places of their queue, and one-time codes would wait behind them. Returns the number of claimed deliveries.
 */
export async function sendDue(given: Sending): Promise<number> {
  if (sending.has(given.channel)) return 0;
  sending.add(given.channel);
  try {
    return await sendAll(given);
  } finally {
    sending.delete(given.channel);
  }
}

/**
 * Sends the due deliveries of a channel, first attempts and retries. Safe to run twice and concurrently: each delivery is
 * claimed by one run, and recorded when the server has accepted it. After `stopping` it returns the rest to the queue.
 */
async function sendAll({ channel, concurrency, send, stopping }: Sending): Promise<number> {
  let total = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (stopping?.aborted) break;
    const claimed = await many(CLAIM[channel], {});
    const invoices = await readInvoices(claimed.map(({ orderId }) => orderId));
    const queue = claimed.values();
    const sendOneByOne = async (): Promise<void> => {
      for (const delivery of queue) {
        const outcome = await settled(delivery, invoices.get(delivery.orderId), send).catch((error: unknown) =>
          failedOutcome(error, { ...delivery, hours: EXPIRES_AFTER_HOURS[channel] }),
        );
        await settleDeliveries([outcome]);
        if (stopping?.aborted) return;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, sendOneByOne));
    await returnDeliveries([...queue]);
    total += claimed.length;
    // Until nothing is due: jobs that are queued while this one runs send nothing.
    if (claimed.length === 0) break;
  }
  return total;
}

async function settled(delivery: ClaimedDelivery, invoice: Invoice | undefined, send: Send): Promise<SettledDelivery> {
  const { deliveryId, attempt, to, isLate } = delivery;
  if (isLate) return { deliveryId, attempt, state: 'failed', reason: 'late' };
  if (to === null || !invoice) return { deliveryId, attempt, state: 'dropped', reason: 'turned off' };
  return send({ ...delivery, to }, invoice);
}
