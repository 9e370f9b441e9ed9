import { PAYMENT_PROVIDERS, type PaymentProvider } from '@haat/contract/payments/payment';
import { isShopSlug } from '@haat/contract/shops/shop';
import type { PaymentOrder } from '@haat/machines/payments/payment.machine';
import { hasShape } from '../../../lib/api.ts';

/** The navigation state that the payment screens pass to each other. */
export type PaymentNavigation = { order: PaymentOrder; provider?: PaymentProvider };

const REQUEST = { key: '', lines: [{ id: '' }], totalPaise: 0, payment: '' } as const;

/** The order to pay; undefined when the screen was opened without one. */
export function orderIn(state: unknown): PaymentOrder | undefined {
  const { order } = (state ?? {}) as Partial<PaymentNavigation>;
  const hasSubject = typeof order?.orderId === 'number' || hasShape(order?.request, REQUEST);
  return hasSubject && isShopSlug(order?.shopSlug) && typeof order.totalPaise === 'number' ? order : undefined;
}

/** The chosen provider, if it is valid. */
export function providerIn(state: unknown): PaymentProvider | undefined {
  const { provider } = (state ?? {}) as Partial<PaymentNavigation>;
  return PAYMENT_PROVIDERS.find((each) => each === provider);
}
