import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type Razorpay from 'razorpay';
import type {
  Charge,
  EventSubject,
  PaymentToOpen,
  PaymentGateway,
  ProviderOrder,
  ProviderOrderName,
  ProviderRefund,
  WebhookEvent,
  WebhookRequest,
} from './payment-gateway.ts';
import { failureOfStatus, orUndefined, ProviderError } from './provider-error.ts';
import { isSignedBy } from './signature.ts';

export type RazorpaySettings = {
  keyId: string;
  keySecret: string;
  webhookSecret?: string | undefined;
  apiUrl?: string | undefined;
  checkoutUrl: string;
  timeoutMs?: number | undefined;
};

/** Razorpay through its own library, which is loaded with the first payment: the process starts sooner. */
export function razorpayGateway(settings: RazorpaySettings): PaymentGateway {
  let created: Razorpay | undefined;
  const client = () => (created ??= createClient(settings));
  return {
    provider: 'razorpay',
    checkout: { key: settings.keyId, url: settings.checkoutUrl },
    isValidProof: ({ providerOrderId, providerPaymentId, signature }) =>
      isSignedBy({ secret: settings.keySecret, text: `${providerOrderId}|${providerPaymentId}`, signature }),
    open: (opening) => open(client(), opening),
    async fetchState(orderId) {
      const { items } = await call(client().orders.fetchPayments(orderId));
      return { charges: items.flatMap(toCharges), isClosed: false };
    },
    fetchOrder: (name) => orUndefined(fetchOrder(client(), name)),
    async fetchHistory(since) {
      const from = Math.floor(since.getTime() / 1_000);
      const orders = await fetchAll((page) => call(client().orders.all({ from, ...page })));
      const refunds = await fetchAll((page) => call(client().refunds.all({ from, ...page })));
      return { orders: orders.map(({ id }) => id), refundedCharges: refunds.map(({ payment_id }) => payment_id) };
    },
    capture: (charge) => capture(client(), charge),
    // Razorpay orders cannot be closed; later payments for one are refunded.
    close: async () => {},
    async refund({ reference, providerPaymentId, amountPaise }) {
      const refund = { amount: amountPaise, receipt: reference, notes: { reference } };
      return toRefund(await call(client().payments.refund(providerPaymentId, refund)));
    },
    async listRefunds(providerPaymentId) {
      const { items } = await call(client().payments.fetchMultipleRefund(providerPaymentId, { count: 100 }));
      return items.map(toRefund);
    },
    fetchRefund: async (refundId) => toRefund(await call(client().refunds.fetch(refundId))),
    getEventSubject,
    readsWebhooks: settings.webhookSecret !== undefined,
    readWebhook: (request) => (settings.webhookSecret ? readWebhook(request, settings.webhookSecret) : undefined),
  };
}

/** The library has no options for host and timeout: they are set on its HTTP client. */
function createClient({ keyId, keySecret, apiUrl, timeoutMs = 8_000 }: RazorpaySettings): Razorpay {
  const Library = createRequire(import.meta.url)('razorpay') as typeof Razorpay;
  const client = new Library({ key_id: keyId, key_secret: keySecret });
  const { api } = client as unknown as { api?: { rq?: { defaults?: { baseURL?: string } } } };
  const defaults = api?.rq?.defaults;
  if (typeof defaults?.baseURL !== 'string') throw new Error('This version of razorpay does not support a timeout');
  Object.assign(defaults, { timeout: timeoutMs, ...(apiUrl && { baseURL: apiUrl, proxy: false }) });
  return client;
}

async function open(client: Razorpay, { reference, notes, amountPaise, mayExist }: PaymentToOpen) {
  const earlier = mayExist ? await call(client.orders.all({ receipt: reference })) : undefined;
  const found = earlier?.items.find(({ receipt, amount }) => receipt === reference && Number(amount) === amountPaise);
  const order = { amount: amountPaise, currency: 'INR', receipt: reference, notes };
  const { id } = found ?? (await call(client.orders.create(order)));
  return { providerOrderId: id, url: null };
}

const PAGE = 100;

/** All pages of a list. Newest first: entries added during the read repeat others, but hide none. */
async function fetchAll<Item>(fetchPage: (page: { count: number; skip: number }) => Promise<{ items: Item[] }>) {
  const all: Item[] = [];
  for (let skip = 0; ; skip += PAGE) {
    const { items } = await fetchPage({ count: PAGE, skip });
    all.push(...items);
    if (items.length < PAGE) return all;
  }
}

async function fetchOrder(client: Razorpay, name: ProviderOrderName): Promise<ProviderOrder | undefined> {
  const orderId = 'providerOrderId' in name ? name.providerOrderId : await findOrderId(client, name.providerPaymentId);
  // Payments of other applications, through a payment link for instance, have no order.
  if (!orderId) return undefined;
  const [order, payments] = await Promise.all([
    call(client.orders.fetch(orderId)),
    call(client.orders.fetchPayments(orderId)),
  ]);
  const notes = Object.entries(order.notes ?? {}).map(([key, value]) => [key, String(value)]);
  return {
    providerOrderId: order.id,
    reference: order.receipt ?? null,
    notes: Object.fromEntries(notes) as Record<string, string>,
    amountPaise: Number(order.amount),
    openedAt: new Date(order.created_at * 1_000),
    email: payments.items.find(({ email }) => email)?.email,
  };
}

const findOrderId = async (client: Razorpay, paymentId: string): Promise<string | undefined> =>
  (await call(client.payments.fetch(paymentId))).order_id;

async function capture(client: Razorpay, charge: Charge): Promise<Charge> {
  try {
    return onlyCharge(await call(client.payments.capture(charge.id, charge.amountPaise, charge.currency)), charge);
  } catch (error) {
    // It was captured concurrently, or has lapsed: return its current state.
    if (!(error instanceof ProviderError && error.failure === 'declined')) throw error;
    return onlyCharge(await call(client.payments.fetch(charge.id)), charge);
  }
}

type Payment = {
  id: string;
  status: string;
  amount: number | string;
  currency: string;
  amount_refunded?: number | undefined;
};

const CHARGE_STATE: Record<string, Charge['state']> = {
  authorized: 'authorized',
  captured: 'captured',
  // In full.
  refunded: 'captured',
};

function toCharges({ id, status, amount, currency, amount_refunded: refundedPaise = 0 }: Payment): Charge[] {
  const state = CHARGE_STATE[status];
  return state ? [{ id, state, amountPaise: Number(amount), currency, refundedPaise }] : [];
}

const onlyCharge = (payment: Payment, before: Charge): Charge => toCharges(payment)[0] ?? before;

const REFUND_STATE = { pending: 'requested', processed: 'done', failed: 'failed' } as const;

type Refund = {
  id: string;
  status: keyof typeof REFUND_STATE;
  amount?: number | string | undefined;
  receipt?: string | null | undefined;
};

const toRefund = ({ id, status, amount = 0, receipt }: Refund): ProviderRefund => ({
  providerRefundId: id,
  reference: receipt ?? null,
  amountPaise: Number(amount),
  state: REFUND_STATE[status],
});

/** The id of an event is a header that is not signed; without it, the hash of the body identifies the event. */
function readWebhook({ raw, header }: WebhookRequest, secret: string): WebhookEvent | undefined {
  if (!isSignedBy({ secret, text: raw, signature: header('x-razorpay-signature') })) return undefined;
  const payload = JSON.parse(raw.toString('utf8')) as { event?: string } | null;
  const id = header('x-razorpay-event-id') || createHash('sha256').update(raw).digest('hex');
  return { id, kind: payload?.event ?? '', payload: payload ?? {} };
}

type Entity = { entity?: { id?: string; order_id?: string | null; payment_id?: string } };

function getEventSubject(event: object): EventSubject {
  const { payload } = event as { payload?: { payment?: Entity; order?: Entity; refund?: Entity } | null };
  const { payment, order, refund } = payload ?? {};
  return {
    providerOrderId: order?.entity?.id ?? payment?.entity?.order_id ?? undefined,
    providerPaymentId: payment?.entity?.id ?? refund?.entity?.payment_id,
  };
}

/** Translates errors of the library, which throws a TypeError when there was no response. */
async function call<Response>(request: Promise<Response>): Promise<Response> {
  try {
    return await request;
  } catch (thrown) {
    const { statusCode, error } = (thrown ?? {}) as { statusCode?: number; error?: { description?: string } };
    if (typeof statusCode !== 'number') throw new ProviderError('Razorpay', 'network', thrown);
    const cause = new Error(`${statusCode} ${error?.description ?? ''}`);
    throw new ProviderError('Razorpay', failureOfStatus(statusCode), cause);
  }
}
