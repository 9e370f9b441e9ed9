import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Stripe } from 'stripe';
import type {
  EventSubject,
  OpenedPayment,
  PaymentToOpen,
  PaymentGateway,
  ProviderOrder,
  ProviderOrderName,
  RefundRequest,
  ProviderRefund,
  ProviderState,
  WebhookEvent,
  WebhookRequest,
} from './payment-gateway.ts';
import { failureOfStatus, orUndefined, ProviderError } from './provider-error.ts';

export type StripeSettings = {
  secretKey: string;
  webhookSecret?: string | undefined;
  apiUrl?: string | undefined;
  timeoutMs?: number | undefined;
};

// Stripe requires at least half an hour; we close the session ourselves when the reservation ends.
const OPEN_SECONDS = 3_600;
const WEBHOOK_TOLERANCE_SECONDS = 300;
const HOUR_MS = 3_600_000;

/** Loads the library with the first payment and not with the process, which starts a tenth of a second sooner. */
const library = () => createRequire(import.meta.url)('stripe') as typeof Stripe;

/** Stripe's checkout page through its own library. */
export function stripeGateway(settings: StripeSettings): PaymentGateway {
  let created: Stripe | undefined;
  const client = () => (created ??= createClient(settings));
  return {
    provider: 'stripe',
    open: (opening) => open(client(), opening),
    fetchState: async (sessionId) => toProviderState(await retrieveWithCharge(client(), sessionId)),
    fetchOrder: async (name) => {
      const session = await orUndefined(findSession(client(), name));
      return session && toProviderOrder(session);
    },
    async fetchHistory(since) {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      const sessions = await fetchAll((page) => call(client().checkout.sessions.list({ created, ...page })));
      const refunds = await fetchAll((page) => call(client().refunds.list({ created, ...page })));
      const charges = refunds.map(({ payment_intent: intent }) => (typeof intent === 'string' ? intent : intent?.id));
      return {
        orders: sessions.map(({ id }) => id),
        refundedCharges: charges.filter((id) => id !== undefined),
      };
    },
    // Stripe's page captures immediately.
    capture: async (charge) => charge,
    close: (sessionId) => close(client(), sessionId),
    refund: (request) => refund(client(), request),
    async listRefunds(payment_intent) {
      const refunds = await fetchAll((page) => call(client().refunds.list({ payment_intent, ...page })));
      return refunds.map(toRefund);
    },
    fetchRefund: async (refundId) => toRefund(await call(client().refunds.retrieve(refundId))),
    getEventSubject,
    readsWebhooks: settings.webhookSecret !== undefined,
    readWebhook: (request) =>
      settings.webhookSecret ? readWebhook(client(), request, settings.webhookSecret) : undefined,
  };
}

function createClient({ secretKey, apiUrl, timeoutMs = 8_000 }: StripeSettings): Stripe {
  const { hostname, port, protocol } = new URL(apiUrl ?? 'https://api.stripe.com');
  return new (library())(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl && { host: hostname, port, protocol: protocol === 'http:' ? 'http' : 'https' }),
  });
}

async function open(client: Stripe, opening: PaymentToOpen): Promise<OpenedPayment> {
  const { reference, createdAt, notes, lines, email, returnTo } = opening;
  if (!returnTo) throw new Error('Stripe requires a return URL');
  const session: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    success_url: returnTo.success,
    cancel_url: returnTo.cancel,
    client_reference_id: reference,
    ...(email !== undefined && { customer_email: email }),
    metadata: notes,
    payment_intent_data: { metadata: notes },
    expires_at: Math.floor(createdAt.getTime() / 1_000) + OPEN_SECONDS,
    line_items: lines.map(({ name, quantity, pricePaise }) => ({
      quantity,
      price_data: { currency: 'inr', unit_amount: pricePaise, product_data: { name } },
    })),
  };
  // A key stands for one set of parameters: others, as after a change of language, need another session.
  const idempotencyKey = `${reference}-${createHash('sha256').update(JSON.stringify(session)).digest('hex').slice(0, 12)}`;
  const { id, url } = await call(client.checkout.sessions.create(session, { idempotencyKey }));
  return { providerOrderId: id, url };
}

/** A session remains 'paid' when its charge is refunded. */
const retrieveWithCharge = (client: Stripe, sessionId: string): Promise<Stripe.Checkout.Session> =>
  call(client.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }));

function toProviderState({
  payment_status,
  status,
  payment_intent,
  amount_total,
  currency,
}: Stripe.Checkout.Session): ProviderState {
  const intent = typeof payment_intent === 'string' ? { id: payment_intent, latest_charge: null } : payment_intent;
  if (payment_status !== 'paid' || !intent) return { charges: [], isClosed: status === 'expired' };
  const { id, latest_charge: charge } = intent;
  const refundedPaise = charge === null || typeof charge === 'string' ? 0 : charge.amount_refunded;
  const paid = { amountPaise: amount_total ?? 0, currency: (currency ?? '').toUpperCase(), refundedPaise };
  return { charges: [{ id, state: 'captured', ...paid }], isClosed: true };
}

type Page = { limit: number; starting_after?: string };

/** All pages of a list. */
async function fetchAll<Item extends { id: string }>(
  fetchPage: (page: Page) => Promise<{ data: Item[]; has_more: boolean }>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const last = all.at(-1);
    const { data, has_more } = await fetchPage({ limit: 100, ...(last && { starting_after: last.id }) });
    all.push(...data);
    if (!has_more || data.length === 0) return all;
  }
}

async function findSession(client: Stripe, name: ProviderOrderName): Promise<Stripe.Checkout.Session | undefined> {
  if ('providerOrderId' in name) return call(client.checkout.sessions.retrieve(name.providerOrderId));
  const { data } = await call(client.checkout.sessions.list({ payment_intent: name.providerPaymentId, limit: 1 }));
  return data[0];
}

const toProviderOrder = (session: Stripe.Checkout.Session): ProviderOrder => ({
  providerOrderId: session.id,
  reference: session.client_reference_id,
  notes: session.metadata ?? {},
  amountPaise: session.amount_total ?? 0,
  openedAt: new Date(session.created * 1_000),
  email: session.customer_details?.email ?? session.customer_email ?? undefined,
});

async function close(client: Stripe, sessionId: string): Promise<void> {
  try {
    await call(client.checkout.sessions.expire(sessionId));
  } catch (error) {
    // It was paid or has expired already; the caller fetches the state afterwards.
    if (!(error instanceof ProviderError && error.failure === 'declined')) throw error;
  }
}

async function refund(
  client: Stripe,
  { reference, providerPaymentId, amountPaise }: RefundRequest,
): Promise<ProviderRefund> {
  // Stripe repeats an internal error for a day under the same key: each hour has its own. It never refunds more than was paid.
  const idempotencyKey = `${reference}-${Math.floor(Date.now() / HOUR_MS)}`;
  const refundParams = { payment_intent: providerPaymentId, amount: amountPaise, metadata: { reference } };
  return toRefund(await call(client.refunds.create(refundParams, { idempotencyKey })));
}

function toRefund({ id, status, amount, metadata }: Stripe.Refund): ProviderRefund {
  const isOver = status === 'failed' || status === 'canceled';
  return {
    providerRefundId: id,
    reference: metadata?.reference ?? null,
    amountPaise: amount,
    state: status === 'succeeded' ? 'done' : isOver ? 'failed' : 'requested',
  };
}

function readWebhook(client: Stripe, { raw, header }: WebhookRequest, secret: string): WebhookEvent | undefined {
  try {
    const signature = header('stripe-signature');
    const event = client.webhooks.constructEvent(raw, signature, secret, WEBHOOK_TOLERANCE_SECONDS);
    return { id: event.id, kind: event.type, payload: event };
  } catch {
    // A request that cannot be read did not come from Stripe.
    return undefined;
  }
}

function getEventSubject(event: object): EventSubject {
  const { data } = event as { data?: { object?: { object?: string; id?: string; payment_intent?: unknown } } };
  const { object: kind, id, payment_intent: intent } = data?.object ?? {};
  return {
    ...(kind === 'checkout.session' && { providerOrderId: id }),
    ...(typeof intent === 'string' && { providerPaymentId: intent }),
  };
}

/** Translates errors of the library. */
async function call<Response>(request: Promise<Response>): Promise<Response> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof library().errors.StripeError)) throw error;
    throw new ProviderError('Stripe', getFailure(error), error);
  }
}

function getFailure({ type, statusCode, raw }: Stripe.errors.StripeError) {
  if (type === 'StripeConnectionError') {
    const { code } = ((raw as { detail?: unknown })?.detail ?? {}) as { code?: string };
    return code === 'ETIMEDOUT' ? 'timeout' : 'network';
  }
  return failureOfStatus(statusCode ?? 500);
}
