import { createHash } from 'node:crypto';
import Razorpay from 'razorpay';
import type {
  Charge,
  EventSubject,
  Opening,
  PaymentGateway,
  RefundRequest,
  RefundTruth,
  WebhookEvent,
  WebhookRequest,
} from './payment-gateway.ts';
import { failureOfStatus, ProviderError } from './provider-error.ts';
import { isSignedBy } from './signature.ts';

export type RazorpaySettings = {
  keyId: string;
  keySecret: string;
  webhookSecret?: string | undefined;
  apiUrl?: string | undefined;
  checkoutUrl: string;
  timeoutMs?: number | undefined;
};

/** Razorpay through its own library. Spec section 7. */
export function razorpayGateway(settings: RazorpaySettings): PaymentGateway {
  const client = clientOf(settings);
  return {
    provider: 'razorpay',
    checkout: { key: settings.keyId, url: settings.checkoutUrl },
    isProof: ({ providerOrderId, providerPaymentId, signature }) =>
      isSignedBy({ secret: settings.keySecret, text: `${providerOrderId}|${providerPaymentId}`, signature }),
    open: (opening) => open(client, opening),
    async look(orderId) {
      const { items } = await asked(client.orders.fetchPayments(orderId));
      return { charges: items.flatMap(chargeOf), isClosed: false };
    },
    capture: (charge) => capture(client, charge),
    // An order of theirs stays open; what still comes for it is given back.
    close: async () => {},
    async refund(request) {
      const found = await findRefund(client, request);
      if (found) return found;
      const { reference, providerPaymentId, amountPaise } = request;
      const wanted = { amount: amountPaise, receipt: reference, notes: { reference } };
      return refundOf(await asked(client.payments.refund(providerPaymentId, wanted)));
    },
    async lookRefund({ providerRefundId, ...request }) {
      return providerRefundId === null
        ? findRefund(client, request)
        : refundOf(await asked(client.refunds.fetch(providerRefundId)));
    },
    subjectOf,
    readsWebhooks: settings.webhookSecret !== undefined,
    readWebhook: (request) => (settings.webhookSecret ? readWebhook(request, settings.webhookSecret) : undefined),
  };
}

/** The library knows no other host and waits for ever, unless its own client of HTTP is told otherwise. */
function clientOf({ keyId, keySecret, apiUrl, timeoutMs = 8_000 }: RazorpaySettings): Razorpay {
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { api } = client as unknown as { api?: { rq?: { defaults?: { baseURL?: string } } } };
  const defaults = api?.rq?.defaults;
  if (typeof defaults?.baseURL !== 'string') throw new Error('This version of razorpay cannot be given a time limit');
  Object.assign(defaults, { timeout: timeoutMs, ...(apiUrl && { baseURL: apiUrl, proxy: false }) });
  return client;
}

async function open(client: Razorpay, { reference, notes, amountPaise, mayExist }: Opening) {
  const earlier = mayExist ? await asked(client.orders.all({ receipt: reference })) : undefined;
  const found = earlier?.items.find(({ receipt, amount }) => receipt === reference && Number(amount) === amountPaise);
  const wanted = { amount: amountPaise, currency: 'INR', receipt: reference, notes };
  const { id } = found ?? (await asked(client.orders.create(wanted)));
  return { providerOrderId: id, url: null };
}

async function capture(client: Razorpay, charge: Charge): Promise<Charge> {
  try {
    return onlyCharge(await asked(client.payments.capture(charge.id, charge.amountPaise, charge.currency)), charge);
  } catch (error) {
    // Somebody captured it meanwhile, or it has lapsed: what it is now is the answer.
    if (!(error instanceof ProviderError && error.failure === 'declined')) throw error;
    return onlyCharge(await asked(client.payments.fetch(charge.id)), charge);
  }
}

type Payment = { id: string; status: string; amount: number | string; currency: string };

function chargeOf({ id, status, amount, currency }: Payment): Charge[] {
  if (status !== 'authorized' && status !== 'captured') return [];
  return [{ id, state: status, amountPaise: Number(amount), currency }];
}

const onlyCharge = (payment: Payment, before: Charge): Charge => chargeOf(payment)[0] ?? before;

async function findRefund(client: Razorpay, request: RefundRequest): Promise<RefundTruth | undefined> {
  const { items } = await asked(client.payments.fetchMultipleRefund(request.providerPaymentId, { count: 100 }));
  const found = items.find(({ receipt }) => receipt === request.reference);
  return found && refundOf(found);
}

const REFUND_STATE = { pending: 'requested', processed: 'done', failed: 'failed' } as const;

const refundOf = ({ id, status }: { id: string; status: keyof typeof REFUND_STATE }): RefundTruth => ({
  providerRefundId: id,
  state: REFUND_STATE[status],
});

/** Their id of an event stands outside of what they sign: without it, the same bytes are the same event. */
function readWebhook({ raw, header }: WebhookRequest, secret: string): WebhookEvent | undefined {
  if (!isSignedBy({ secret, text: raw, signature: header('x-razorpay-signature') })) return undefined;
  const payload = JSON.parse(raw.toString('utf8')) as { event?: string };
  const id = header('x-razorpay-event-id') || createHash('sha256').update(raw).digest('hex');
  return { id, kind: payload.event ?? '', payload };
}

type Entity = { entity?: { id?: string; order_id?: string | null; payment_id?: string } };

function subjectOf(event: object): EventSubject {
  const { payload = {} } = event as { payload?: { payment?: Entity; order?: Entity; refund?: Entity } };
  const { payment, order, refund } = payload;
  return {
    providerOrderId: order?.entity?.id ?? payment?.entity?.order_id ?? undefined,
    providerPaymentId: payment?.entity?.id ?? refund?.entity?.payment_id,
  };
}

/** The answer of the library; what it throws when no answer came is a TypeError of its own making. */
async function asked<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (thrown) {
    const { statusCode, error } = (thrown ?? {}) as { statusCode?: number; error?: { description?: string } };
    if (typeof statusCode !== 'number') throw new ProviderError('Razorpay', 'network', thrown);
    const cause = new Error(`${statusCode} ${error?.description ?? ''}`);
    throw new ProviderError('Razorpay', failureOfStatus(statusCode), cause);
  }
}
