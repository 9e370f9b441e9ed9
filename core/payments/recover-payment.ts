import type { PaymentProvider } from '@haat/contract/payments/payment';
import { createHmac } from 'node:crypto';
import { one, sql } from '../db/database.ts';
import { Installation } from '../db/payments.models.ts';
import { requireGateway } from '../gateways/payments/gateways.ts';
import type { ProviderOrder, ProviderOrderName } from '../gateways/payments/payment-gateway.ts';
import { isSignedBy } from '../gateways/payments/signature.ts';
import { log } from '../ops/log.ts';
import { getReference, lookUpPayment, type PaymentRecord } from './payment-record.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * The metadata that we store with a payment at its provider. If the row is lost because an older backup was restored, they
 * identify the payment as ours: the signature is made with a secret of this database, which its backups contain. A reference
 * alone proves nothing, since another installation on the same provider account has references of the same form.
 */
export async function signedNotes(payment: PaymentRecord): Promise<Record<string, string>> {
  const { id, userId, orderId, orderNumber } = payment;
  const customer = String(userId ?? '');
  const signature = sign(await readSecret(), getSignedText({ reference: getReference(payment), customer }));
  return {
    payment: String(id),
    ...(orderId && { order: String(orderId), number: orderNumber ?? '' }),
    customer,
    signature,
  };
}

const getSignedText = ({ reference, customer }: { reference: string; customer: string }): string =>
  `${reference} ${customer}`;

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** The result for a payment at a provider whose id the database does not have. */
export type Recovery =
  /** Ours; it now has a row. */
  | { paymentId: number }
  /** Not ours, as far as is known. */
  | { unknownOrder: string }
  /** There is no money. */
  | undefined;

/**
 * Asks the provider whether a payment is ours. A lost one gets a row again, without an order: once settled it is an unused
 * payment, which is refunded. Ids alone are never compared: after a restore the database assigns the ids of lost rows to new
 * ones. Concurrent calls add one row. Throws GatewayError when the provider cannot be reached.
 */
export async function recoverPayment(provider: PaymentProvider, name: ProviderOrderName): Promise<Recovery> {
  const gateway = requireGateway(provider);
  const order = await gateway.fetchOrder(name);
  if (!order) return 'providerOrderId' in name ? { unknownOrder: name.providerOrderId } : undefined;

  const { providerOrderId } = order;
  const known = await lookUpPayment({ provider, providerOrderId });
  if (known) return { paymentId: known.id };
  const { charges, isClosed } = await gateway.fetchState(providerOrderId);
  const isOurs = await isSignedByUs(order);
  // One of ours may still be paid; another application reports its own again when it is.
  if (charges.length === 0 && (isClosed || !isOurs)) return undefined;
  if (!isOurs) return { unknownOrder: providerOrderId };
  return { paymentId: (await attach(provider, order)) ?? (await add(provider, order)) };
}

/** `unknown`: the provider's ids of payments that are not ours. */
export type RecoveryReport = { checked: number; recovered: number; unknown: string[] };

/**
 * Recovers and settles every payment opened at a provider since then, and records its refunds there. Needed after a restore, as
 * providers do not resend acknowledged events. Can run at any time. Throws GatewayError when a provider cannot be reached; then
 * it may run again.
 */
export async function recoverPaymentsSince(provider: PaymentProvider, since: Date): Promise<RecoveryReport> {
  const { orders, refundedCharges } = await requireGateway(provider).fetchHistory(since);
  const report: RecoveryReport = { checked: orders.length, recovered: 0, unknown: [] };
  for (const providerOrderId of orders) {
    const known = await lookUpPayment({ provider, providerOrderId });
    const found = known ? { paymentId: known.id } : await recoverPayment(provider, { providerOrderId });
    if (found && 'unknownOrder' in found) report.unknown.push(found.unknownOrder);
    if (!found || !('paymentId' in found)) continue;
    if (!known) report.recovered += 1;
    await settlePayment({ ...found, isRefundReported: true, source: 'recovery' });
  }
  for (const providerPaymentId of new Set(refundedCharges)) {
    const payment = await lookUpPayment({ provider, providerPaymentId });
    if (payment) await settlePayment({ paymentId: payment.id, isRefundReported: true, source: 'recovery' });
  }
  return report;
}

async function isSignedByUs({ reference, notes }: ProviderOrder): Promise<boolean> {
  const { customer = '', signature = '' } = notes;
  if (reference === null) return false;
  return isSignedBy({ secret: await readSecret(), text: getSignedText({ reference, customer }), signature });
}

async function readSecret(): Promise<string> {
  const installation = await Installation.query().first();
  if (!installation) throw new Error('The table installation has no row');
  return installation.paymentSecret;
}

/** The payment with this number and this token, whose process ended before it could store the provider's id. */
async function attach(provider: PaymentProvider, { reference, providerOrderId }: ProviderOrder) {
  const [, id, token] = /^haat-payment-(\d+)-(.+)$/.exec(reference ?? '') ?? [];
  if (id === undefined || token === undefined) return undefined;
  return (await one(ATTACH, { id, token, provider, providerOrderId }))?.id;
}

const ATTACH = sql<{ id: string; token: string; provider: PaymentProvider; providerOrderId: string }, { id: number }>(`
  UPDATE payments SET provider_order_id = :providerOrderId, updated_at = now()
  WHERE id = :id AND token = :token AND provider = :provider AND provider_order_id IS NULL
  RETURNING id`);

async function add(provider: PaymentProvider, order: ProviderOrder): Promise<number> {
  const { providerOrderId, amountPaise, openedAt, reference, email, notes } = order;
  const added = await one(ADD_RECOVERED, {
    provider,
    providerOrderId,
    amountPaise,
    openedAt,
    customer: notes.customer || null,
    email: email?.toLowerCase(),
    details: { reference, ...(notes.number && { lost_order: notes.number }) },
  });
  if (added) {
    log.warn({ paymentId: added.paymentId, provider, providerOrderId }, 'A lost payment was recovered');
    return added.paymentId;
  }
  const concurrent = await lookUpPayment({ provider, providerOrderId });
  if (!concurrent) throw new Error(`The payment ${providerOrderId} was neither added nor found`);
  return concurrent.id;
}

type Recovered = Pick<ProviderOrder, 'providerOrderId' | 'amountPaise' | 'openedAt'> & {
  provider: PaymentProvider;
  customer: string | null;
  email: string | undefined;
  details: object;
};

// A user with the customer's id who is newer than the payment was assigned the id of a lost user. The lost user may have logged
// in again since, with the same email address.
const ADD_RECOVERED = sql<Recovered, { paymentId: number }>(`
  WITH added AS (
    INSERT INTO payments (provider, provider_order_id, user_id, amount_paise)
    SELECT :provider::text, :providerOrderId::text, coalesce(
        (SELECT id FROM users WHERE id = :customer::bigint AND created_at < :openedAt::timestamptz + interval '1 second'),
        (SELECT id FROM users WHERE email = :email)
      ), :amountPaise::bigint
    ON CONFLICT (provider, provider_order_id) DO NOTHING
    RETURNING id, state
  )
  INSERT INTO payment_events (payment_id, source, from_state, to_state, details)
  SELECT id, 'recovery', state, state, :details FROM added
  RETURNING payment_id`);
