import type { PaymentProvider } from '@haat/contract/payments/payment';
import * as z from 'zod';
import { many, run, sql } from '../db/database.ts';
import { StoredWebhook } from '../db/payments.models.ts';
import { DomainError, GatewayError } from '../errors.ts';
import { paymentGateway, requireGateway } from '../gateways/payments/gateways.ts';
import type { WebhookEvent, WebhookRequest } from '../gateways/payments/payment-gateway.ts';
import { expediteRefundCheck } from './pay-refunds.ts';
import { processInBatches } from '../queue/process-in-batches.ts';
import { lookUpPayment } from './payment-record.ts';
import { recoverPayment } from './recover-payment.ts';
import { settlePayment } from './settle-payment.ts';

type ReceivedWebhook = WebhookRequest & { provider: PaymentProvider };

/**
 * Stores a provider's webhook event, only once if it arrives repeatedly, and then processes it. Does not store events without a
 * valid signature and throws invalid_input for them. Throws unavailable if no webhook secret is configured, and when the event
 * could not be processed, so that the provider sends it again.
 */
export async function receiveWebhook({ provider, ...request }: ReceivedWebhook): Promise<void> {
  const gateway = paymentGateway(provider);
  if (!gateway?.readsWebhooks) throw new DomainError('unavailable', 'Webhooks of this provider are not configured.');
  const event = gateway.readWebhook(request);
  if (!event) throw new DomainError('invalid_input', 'The signature of the webhook is invalid.');
  const { id: eventId, kind, payload } = storableEvent(event);
  await run(STORE_EVENT, { provider, eventId, kind, payload });
  await processWebhookEvent({ provider, eventId });
}

/** Escapes in JSON text that PostgreSQL cannot store: NUL and lone surrogates. */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/g;

/** The event with U+FFFD for such characters, which customers may have entered at the provider. Throws invalid_input. */
function storableEvent(event: WebhookEvent): WebhookEvent {
  const text = JSON.stringify(event).replaceAll(UNSTORABLE, '$1\\ufffd');
  const { success, data } = webhookEvent.safeParse(JSON.parse(text));
  if (!success) throw new DomainError('invalid_input', 'The body of the webhook is not an event.');
  return data;
}

const webhookEvent = z.object({ id: z.string().min(1), kind: z.string(), payload: z.looseObject({}) });

type EventName = { provider: PaymentProvider; eventId: string };

/**
 * Processes a stored event, unless that was done. The event is only a hint: the provider is asked for the current state. A
 * payment that is not ours is marked as unknown, for the operator. Harmless when it runs twice. When it fails, stores the reason
 * and throws unavailable; the provider and the sweeper retry.
 */
export async function processWebhookEvent(name: EventName): Promise<void> {
  const event = await StoredWebhook.query().findById([name.provider, name.eventId]);
  if (!event || event.processedAt !== null) return;
  try {
    const unknownOrder = await processEvent(name.provider, event);
    await run(RECORD_PROCESSED, { ...name, unknownOrder });
  } catch (error) {
    await run(RECORD_FAILURE, { ...name, error: error instanceof Error ? error.message : 'unknown' });
    throw new DomainError('unavailable', 'This event cannot be processed now.', { retry_after: 30 });
  }
}

const PAYMENT_EVENTS = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
]);

const REFUND_EVENTS = new Set(['charge.refunded', 'refund.updated', 'refund.failed', 'refund.processed']);

/** Returns the provider's id of the payment, if it has money and is not ours. */
async function processEvent(provider: PaymentProvider, { kind, payload }: StoredWebhook): Promise<string | undefined> {
  const isRefund = REFUND_EVENTS.has(kind);
  if (!PAYMENT_EVENTS.has(kind) && !isRefund) return undefined;

  const subject = requireGateway(provider).getEventSubject(payload);
  const [providerOrderId, chargeId] = [subject.providerOrderId, subject.providerPaymentId].map(toProviderId);
  const order = providerOrderId === undefined ? undefined : { providerOrderId };
  const charge = isRefund && chargeId !== undefined ? { providerPaymentId: chargeId } : undefined;
  if (charge) await expediteRefundCheck(provider, charge.providerPaymentId);

  // A second charge of a payment has its own row, which is the one that is refunded.
  const known =
    (charge && (await lookUpPayment({ provider, ...charge }))) ??
    (order && (await lookUpPayment({ provider, ...order })));
  // An event that names neither is not about a payment of ours.
  const name = order ?? charge;
  const found = known ? { paymentId: known.id } : name && (await recoverPayment(provider, name));
  if (found && 'paymentId' in found) {
    await settlePayment({ ...found, chargeId, isRefundReported: isRefund, source: 'webhook' });
  }
  return found && 'unknownOrder' in found && !isRefund ? found.unknownOrder : undefined;
}

/** Ids of both providers look like `order_Q8x` or `cs_test_a1`. Undefined for a text that cannot be one. */
const toProviderId = (id: unknown): string | undefined =>
  typeof id === 'string' && /^[a-z]{1,20}_\w{1,230}$/i.test(id) ? id : undefined;

const RETRY_BATCH = 10;
/** After about a day; what still fails then is on the operator's page. */
const MOST_ATTEMPTS = 30;

/** Retries the events that could not be processed when they arrived. Returns how many were processed. */
export const retryWebhooks = (): Promise<number> =>
  processInBatches({
    processor: 'retry-webhooks',
    batch: RETRY_BATCH,
    claim: () => many(CLAIM_EVENTS, {}),
    process: (event) => processWebhookEvent(event).catch((error: unknown) => waitForNextCheck(event, error)),
  });

function waitForNextCheck({ provider }: EventName, error: unknown): never {
  throw error instanceof DomainError && error.code === 'unavailable' ? new GatewayError(provider, error) : error;
}

const STORE_EVENT = sql<EventName & { kind: string; payload: object }>(
  `
  INSERT INTO webhook_events (provider, event_id, kind, payload) VALUES (:provider, :eventId, :kind, :payload)
  ON CONFLICT (provider, event_id) DO NOTHING`,
);

// Further events about a payment that an operator has dismissed are dismissed too.
const RECORD_PROCESSED = sql<EventName & { unknownOrder: string | undefined }>(`
  UPDATE webhook_events e SET attempts = attempts + 1, error = NULL, processed_at = coalesce(processed_at, now()),
    unknown_order = :unknownOrder::text, (dismissed_at, dismissed_by) = (
      SELECT d.dismissed_at, d.dismissed_by FROM webhook_events d
      WHERE d.provider = e.provider AND d.unknown_order = :unknownOrder::text AND d.dismissed_at IS NOT NULL LIMIT 1
    )
  WHERE provider = :provider AND event_id = :eventId`);

const RECORD_FAILURE = sql<EventName & { error: string }>(`
  UPDATE webhook_events SET error = :error, attempts = attempts + 1
  WHERE provider = :provider AND event_id = :eventId AND processed_at IS NULL`);

const CLAIM_EVENTS = sql<object, EventName>(
  `
  UPDATE webhook_events
  SET next_check_at = now() + least(interval '30 seconds' * 2 ^ least(attempts, 10), interval '1 hour')
  WHERE (provider, event_id) IN (
    SELECT provider, event_id FROM webhook_events
    WHERE processed_at IS NULL AND next_check_at <= now() AND attempts < ${MOST_ATTEMPTS}
    ORDER BY next_check_at LIMIT ${RETRY_BATCH} FOR NO KEY UPDATE SKIP LOCKED
  )
  RETURNING provider, event_id`,
);
