import type { PaymentProvider } from '@haat/contract/rules/payment';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { EventSubject } from '../../gateways/payments/payment-gateway.ts';
import { gatewayOf } from './ask-provider.ts';
import { hastenRefunds } from './hasten-refunds.ts';
import { settlePayment } from './settle-payment.ts';

type EventName = { provider: PaymentProvider; eventId: string };

/** What tells that money may have moved. */
const ABOUT_MONEY = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
]);

/** What tells that money may have gone back. */
const ABOUT_REFUNDS = new Set(['charge.refunded', 'refund.updated', 'refund.failed', 'refund.processed']);

/**
 * Does what follows from a stored event, unless that was done. The event is only a hint: what is true, the provider is asked
 * for. Harmless when it runs twice. Throws unavailable when it could not be done now, and keeps why; then the provider, and
 * the sweeper, try again.
 */
export async function processWebhookEvent(event: EventName): Promise<void> {
  const stored = await readEvent(event);
  if (!stored || stored.isProcessed) return;
  try {
    await follow(event.provider, stored);
  } catch (error) {
    await note(event, error);
    throw new DomainError('unavailable', 'This event cannot be processed now.', { retry_after: 30 });
  }
  await note(event);
}

async function follow(provider: PaymentProvider, { kind, payload }: StoredEvent): Promise<void> {
  if (!ABOUT_MONEY.has(kind) && !ABOUT_REFUNDS.has(kind)) return;
  const subject = gatewayOf(provider).subjectOf(payload);
  if (ABOUT_MONEY.has(kind)) return settleSubject(provider, subject);
  if (subject.providerPaymentId) await hastenRefunds(provider, subject.providerPaymentId);
}

async function settleSubject(provider: PaymentProvider, subject: EventSubject): Promise<void> {
  const { providerOrderId, providerPaymentId: chargeId } = subject;
  // Money that came beside every object of ours is none of our business.
  if (providerOrderId === undefined) return;
  await settlePayment({ provider, providerOrderId, chargeId, source: 'webhook' });
}

type StoredEvent = { kind: string; payload: object; isProcessed: boolean };

async function readEvent({ provider, eventId }: EventName): Promise<StoredEvent | undefined> {
  const { rows } = await database().pool.query<StoredEvent>({
    name: 'read-webhook-event',
    text: `SELECT kind, payload, processed_at IS NOT NULL AS "isProcessed" FROM webhook_events
      WHERE provider = $1 AND event_id = $2`,
    values: [provider, eventId],
  });
  return rows[0];
}

async function note({ provider, eventId }: EventName, failure?: unknown): Promise<void> {
  const error = failure === undefined ? null : failure instanceof Error ? failure.message : 'unknown';
  await database().pool.query(
    `UPDATE webhook_events SET attempts = attempts + 1, error = $3::text,
       processed_at = CASE WHEN $3::text IS NULL THEN coalesce(processed_at, now()) ELSE processed_at END
     WHERE provider = $1 AND event_id = $2`,
    [provider, eventId, error],
  );
}
