import type { OptionalMail } from '@haat/contract/notify/messages.calls';
import type { LanguageCode } from '@haat/contract/accounts/language';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { CustomerUpdate, OrderNotificationKind } from '@haat/contract/orders/order-updates';
import { many } from '../../db/database.ts';
import {
  type Channel,
  type ClaimedDelivery,
  claimStatement,
  IS_OUTDATED,
  type Outcome,
} from '../../notify/deliveries.ts';
import type { JobDefinition } from '../../queue/job-definitions.ts';
import { readyQueue } from '../../queue/queues.ts';
import { isTurnedOn, kindOf } from '../../accounts/message-preferences.ts';
import { type Invoice, readInvoices } from '../invoice.ts';

/** A mail that could not be sent for this time is given up. */
export const MAIL_EXPIRES_AFTER_HOURS = 72;
/** The same for a message to a mobile number, which is useful only while the order is running. */
export const MESSAGE_EXPIRES_AFTER_HOURS = 6;

/**
 * A mail or message that is due. `mails`: the preference that turns it off, null for a placed order and a refund; `amountPaise`:
 * of a refund; `to`: the address or number, null when it must no longer be sent.
 */
export type OrderDelivery = ClaimedDelivery & {
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

type Given = {
  channel: 'mail' | 'message';
  hours: number;
  /** Whether it is still to be sent, and where to, as expressions. */
  isSent: string;
  recipient: string;
  send(delivery: OrderDelivery & { to: string }, invoice: Invoice): Promise<Outcome>;
};

type WithInvoice = OrderDelivery & { invoice: Invoice | undefined };

/** Declares a channel to the customers of orders: their mails, or the messages to their mobile numbers. */
export function orderChannel({ channel, hours, isSent, recipient, send }: Given): Channel<WithInvoice> {
  // Few enough to be sent within the claim, even by a slow server.
  const claiming = { channel, hours, atOnce: 50, seconds: 600 };
  const statement = claimStatement<OrderDelivery>(claiming, {
    select: `n.details ->> 'update' AS update, (n.details ->> 'total_paise')::bigint AS amount_paise, u.id AS user_id, u.language,
    CASE WHEN n.kind NOT IN ('order.placed', 'order.refund') THEN ${kindOf('n')} END AS mails,
    CASE WHEN ${isSent} AND NOT (${IS_OUTDATED}) THEN ${recipient} END AS to`,
    join: 'JOIN users u ON u.id = o.user_id',
  });
  return {
    ...claiming,
    async claim() {
      const claimed = await many(statement, {});
      const invoices = await readInvoices(claimed.map(({ orderId }) => orderId));
      return claimed.map((delivery) => ({ ...delivery, invoice: invoices.get(delivery.orderId) }));
    },
    async send({ invoice, ...delivery }) {
      const { to } = delivery;
      return to === null || !invoice ? { state: 'dropped', reason: 'turned off' } : send({ ...delivery, to }, invoice);
    },
    // Low, because one-time codes are sent by the same server or gateway, with five connections.
    concurrency: 3,
    isAlone: true,
  };
}

/**
 * Queues a job that sends the deliveries that are due; one waiting job is enough. Rejects when the queue does not respond; the scheduled job then
 * sends.
 */
export async function requestOnce({ queue, name, options }: JobDefinition<object>): Promise<void> {
  await (await readyQueue(queue)).add(name, {}, { ...options, deduplication: { id: name } });
}
