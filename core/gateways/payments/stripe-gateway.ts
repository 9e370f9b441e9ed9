import { createHash } from 'node:crypto';
import { Stripe } from 'stripe';
import type {
  EventSubject,
  Opened,
  Opening,
  PaymentGateway,
  RefundRequest,
  RefundTruth,
  Truth,
  WebhookEvent,
  WebhookRequest,
} from './payment-gateway.ts';
import { failureOfStatus, ProviderError } from './provider-error.ts';

export type StripeSettings = {
  secretKey: string;
  webhookSecret?: string | undefined;
  apiUrl?: string | undefined;
  timeoutMs?: number | undefined;
};

// They want at least half an hour from now on; when the goods are held no longer, we close it ourselves.
const OPEN_SECONDS = 3_600;
const WEBHOOK_TOLERANCE_SECONDS = 300;
const HOUR_MS = 3_600_000;

/** Stripe's page through its own library. Spec section 7. */
export function stripeGateway(settings: StripeSettings): PaymentGateway {
  const client = clientOf(settings);
  return {
    provider: 'stripe',
    open: (opening) => open(client, opening),
    look: async (sessionId) => truthOf(await asked(client.checkout.sessions.retrieve(sessionId))),
    // Their page takes the money at once.
    capture: async (charge) => charge,
    close: (sessionId) => close(client, sessionId),
    refund: (request) => refund(client, request),
    lookRefund: (request) => lookRefund(client, request),
    subjectOf,
    readsWebhooks: settings.webhookSecret !== undefined,
    readWebhook: (request) =>
      settings.webhookSecret ? readWebhook(client, request, settings.webhookSecret) : undefined,
  };
}

function clientOf({ secretKey, apiUrl, timeoutMs = 8_000 }: StripeSettings): Stripe {
  const { hostname, port, protocol } = new URL(apiUrl ?? 'https://api.stripe.com');
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl && { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' }),
  });
}

async function open(client: Stripe, opening: Opening): Promise<Opened> {
  const { reference, createdAt, notes, lines, email, returnTo } = opening;
  if (!returnTo) throw new Error('Their page must know where to go back to');
  const wanted: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    success_url: returnTo.success,
    cancel_url: returnTo.cancel,
    client_reference_id: reference,
    customer_email: email,
    metadata: notes,
    payment_intent_data: { metadata: notes },
    expires_at: Math.floor(createdAt.getTime() / 1_000) + OPEN_SECONDS,
    line_items: lines.map(({ name, quantity, pricePaise }) => ({
      quantity,
      price_data: { currency: 'inr', unit_amount: pricePaise, product_data: { name } },
    })),
  };
  // A key stands for one set of parameters: with others, as after a change of language, it is another session.
  const idempotencyKey = `${reference}-${createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 12)}`;
  const { id, url } = await asked(client.checkout.sessions.create(wanted, { idempotencyKey }));
  return { providerOrderId: id, url };
}

function truthOf({ payment_status, status, payment_intent, amount_total, currency }: Stripe.Checkout.Session): Truth {
  const chargeId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  if (payment_status !== 'paid' || !chargeId) return { charges: [], isClosed: status === 'expired' };
  const paid = { amountPaise: amount_total ?? 0, currency: (currency ?? '').toUpperCase() };
  return { charges: [{ id: chargeId, state: 'captured', ...paid }], isClosed: true };
}

async function close(client: Stripe, sessionId: string): Promise<void> {
  try {
    await asked(client.checkout.sessions.expire(sessionId));
  } catch (error) {
    // It was paid or has expired already; who closes it looks at it afterwards.
    if (!(error instanceof ProviderError && error.failure === 'declined')) throw error;
  }
}

async function refund(client: Stripe, request: RefundRequest): Promise<RefundTruth> {
  const found = await findRefund(client, request);
  if (found) return found;
  const { reference, providerPaymentId, amountPaise } = request;
  // They remember for a day that they broke over a key: the next hour has another. They never give back more than they took.
  const idempotencyKey = `${reference}-${Math.floor(Date.now() / HOUR_MS)}`;
  const wanted = { payment_intent: providerPaymentId, amount: amountPaise, metadata: { reference } };
  return refundOf(await asked(client.refunds.create(wanted, { idempotencyKey })));
}

async function lookRefund(
  client: Stripe,
  { providerRefundId, ...request }: RefundRequest & { providerRefundId: string | null },
): Promise<RefundTruth | undefined> {
  if (!providerRefundId) return findRefund(client, request);
  return refundOf(await asked(client.refunds.retrieve(providerRefundId)));
}

async function findRefund(client: Stripe, request: RefundRequest): Promise<RefundTruth | undefined> {
  const { data } = await asked(client.refunds.list({ payment_intent: request.providerPaymentId, limit: 100 }));
  const found = data.find(({ metadata }) => metadata?.reference === request.reference);
  return found && refundOf(found);
}

function refundOf({ id, status }: Stripe.Refund): RefundTruth {
  const isOver = status === 'failed' || status === 'canceled';
  return { providerRefundId: id, state: status === 'succeeded' ? 'done' : isOver ? 'failed' : 'requested' };
}

function readWebhook(client: Stripe, { raw, header }: WebhookRequest, secret: string): WebhookEvent | undefined {
  try {
    const signature = header('stripe-signature');
    const event = client.webhooks.constructEvent(raw, signature, secret, WEBHOOK_TOLERANCE_SECONDS);
    return { id: event.id, kind: event.type, payload: event };
  } catch {
    // Whatever it stumbles over, in the signature or behind it, did not come from them.
    return undefined;
  }
}

function subjectOf(event: object): EventSubject {
  const { data } = event as { data?: { object?: { object?: string; id?: string; payment_intent?: unknown } } };
  const { object: kind, id, payment_intent: intent } = data?.object ?? {};
  return {
    ...(kind === 'checkout.session' && { providerOrderId: id }),
    ...(typeof intent === 'string' && { providerPaymentId: intent }),
  };
}

/** The answer of the library; its errors in our terms. */
async function asked<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new ProviderError('Stripe', failureOf(error), error);
  }
}

function failureOf({ type, statusCode, raw }: Stripe.errors.StripeError) {
  if (type === 'StripeConnectionError') {
    const { code } = ((raw as { detail?: unknown })?.detail ?? {}) as { code?: string };
    return code === 'ETIMEDOUT' ? 'timeout' : 'network';
  }
  return failureOfStatus(statusCode ?? 500);
}
