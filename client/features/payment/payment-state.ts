import { PAYMENT_PROVIDERS, type PaymentProvider } from '@haat/contract/rules/payment';
import { isShopSlug } from '@haat/contract/rules/shop-slug';
import type { PaymentOrder } from '@haat/machines/payment/payment-order';
import { isLike } from '../../lib/answer-sample.ts';

/** What the screens of a payment hand to each other in the state of the navigation. Spec section 2, payment redirect. */
export type PaymentState = { order: PaymentOrder; provider?: PaymentProvider };

const REQUEST = { key: '', lines: [{ id: '' }], totalPaise: 0, payment: '' } as const;

/** The order to pay; undefined when the screen was opened without one. */
export function orderIn(state: unknown): PaymentOrder | undefined {
  const { order } = (state ?? {}) as Partial<PaymentState>;
  const hasSubject = typeof order?.orderId === 'number' || isLike(order?.request, REQUEST);
  return hasSubject && isShopSlug(order?.shopSlug) && typeof order.totalPaise === 'number' ? order : undefined;
}

/** The provider that was chosen, if it is one. */
export function providerIn(state: unknown): PaymentProvider | undefined {
  const { provider } = (state ?? {}) as Partial<PaymentState>;
  return PAYMENT_PROVIDERS.find((each) => each === provider);
}
