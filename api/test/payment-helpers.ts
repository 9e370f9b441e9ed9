import { database } from '@haat/core/db/database';
import { createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import type { PaymentProvider } from '@haat/contract/payments/payment';
import type { Variant } from '@haat/core/db/catalog.models';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import type { Answer, ApiCaller, TestApi } from './api-client.ts';

let keys = 0;
export const newKey = (): string => `checkout-of-a-test-${(keys += 1)}`;

/** A customer of a shop with a single product, which costs 250 rupees. */
export async function createPayer(api: Pick<TestApi, 'as' | 'signIn'>, stock = 1_000) {
  const [shop, user] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock }] });
  const variant: Variant = variants[0]!;
  const signedIn = await api.signIn({ user, shop });
  return { shop, user, variant, signedIn, calls: api.as(signedIn) };
}

/** A cart with that many of the product, to be paid online. */
export const onlineBody = (variant: Variant, quantity = 1) =>
  orderBody([{ variant, quantity }], { paymentMethod: 'online' });

const HOME = 'http://localhost:8080/#/a-shop';
export const RETURN = {
  success_url: `${HOME}/order-summary?success=true`,
  cancel_url: `${HOME}/order-summary?canceled=true`,
};

type Starting = { order?: object; key?: string; more?: object };

/** Begins a payment through a provider, as its endpoint requires. */
export function start(calls: ApiCaller, provider: PaymentProvider, { order, key, more }: Starting): Promise<Answer> {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  return provider === 'razorpay'
    ? calls.post('/api/razorpay/create-order', { body: { order, ...more }, headers })
    : calls.post('/api/stripe/create-checkout-session', { body: { order, ...RETURN, ...more }, headers });
}

/** How often the providers charged for this object of theirs. */
export const chargesOf = ({ providers }: Sandbox, id: string): number =>
  id.startsWith('cs_')
    ? Number(Boolean(providers.state.stripe.sessions[id]?.intentId))
    : Object.values(providers.state.razorpay.payments).filter(
        ({ orderId, status }) => orderId === id && ['captured', 'refunded'].includes(status),
      ).length;

const count = async (text: string, id: number): Promise<number> => {
  const { rows } = await database().pool.query<{ n: number }>(text, [id]);
  return rows[0]?.n ?? 0;
};

/** The outcome of an order: its payment status, and how many notifications its shop received. */
export async function outcomeOf(orderId: number) {
  const { rows } = await database().pool.query<{ paymentStatus: string }>(
    'SELECT payment_status AS "paymentStatus" FROM orders WHERE id = $1',
    [orderId],
  );
  return {
    paymentStatus: rows[0]?.paymentStatus,
    notifications: await count(
      `SELECT count(*)::int n FROM notifications WHERE order_id = $1 AND kind = 'order.placed'`,
      orderId,
    ),
    outbox: await count(`SELECT count(*)::int n FROM outbox WHERE subject_id = $1 AND topic = 'order.placed'`, orderId),
  };
}

/** The states of an order's payments, the oldest first, each with its refunds. */
export async function paymentsOf(orderId: number) {
  const { rows } = await database().pool.query<{ provider: string; state: string; refunds: number }>(
    `SELECT provider, state, (SELECT count(*)::int FROM refunds r WHERE r.payment_id = p.id) AS refunds
     FROM payments p WHERE order_id = $1 ORDER BY id`,
    [orderId],
  );
  return rows;
}
