import type { Provider } from '../webhooks/webhook-event.ts';
import type { World } from '../world/world.ts';

export type ListedPayment = {
  /** What the product knows it by: the session or the order at the provider. */
  id: string;
  provider: Provider;
  amount: number;
  currency: string;
  status: string;
  at: number;
};

/** What customers were asked to pay at both providers, the newest first. */
export function listPayments({ state: { stripe, razorpay } }: World): ListedPayment[] {
  const sessions = Object.values(stripe.sessions).map(({ id, amount, currency, status, paymentStatus, created }) => ({
    id,
    provider: 'stripe' as const,
    amount,
    currency,
    status: status === 'complete' ? paymentStatus : status,
    at: created * 1000,
  }));
  const orders = Object.values(razorpay.orders).map(({ id, amount, currency, status, created }) => ({
    id,
    provider: 'razorpay' as const,
    amount,
    currency,
    status,
    at: created * 1000,
  }));
  return [...sessions, ...orders].toSorted((one, other) => other.at - one.at);
}
