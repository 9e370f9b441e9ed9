import type { CounterMethod } from '@haat/contract/orders/counter-sale';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { formatRupees } from '@haat/contract/rupees';
import type { Text, TextId } from '../../i18n/use-text.ts';

/** The names of the payment methods at the counter. */
export const COUNTER_METHOD_TEXTS = {
  cod: 'counterSale.cash',
  upi: 'counterSale.upi',
  card: 'counterSale.card',
} as const satisfies Record<CounterMethod, TextId>;

const PAID_TEXTS = {
  cod: 'counterSale.paidInCash',
  upi: 'counterSale.paidByUpi',
  card: 'counterSale.paidByCard',
  split: 'counterSale.paidInParts',
  online: 'history.paidOnline',
} as const satisfies Record<OrderView['payment_method'], TextId>;

/** How a counter sale was paid; of a split payment, all parts, as far as they are known. */
export const counterPaymentText = (
  { payment_method: method, payments = [] }: Pick<OrderView, 'payment_method' | 'payments'>,
  t: Text,
): string =>
  payments.map((part) => `${t(COUNTER_METHOD_TEXTS[part.method])} ${formatRupees(part.amount)}`).join(' + ') ||
  t(PAID_TEXTS[method]);
