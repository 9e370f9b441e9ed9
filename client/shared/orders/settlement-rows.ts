import type { OrderView } from '@haat/contract/orders/orders.calls';
import { formatPaise, toPaise } from '@haat/contract/rupees';
import { type Settlement, settlementOf } from '@haat/contract/payments/settlement';
import type { Text } from '../../i18n/use-text.ts';

type SettledView = Pick<
  OrderView,
  'payment_method' | 'payment_status' | 'order_status' | 'total' | 'cash_extra' | 'refunded'
> &
  ({ revisions: { total: number }[] } | { earlier_totals: number[] });

/** The amounts paid, returned and kept for an order, in words; empty if nothing was returned. */
export function settlementRows(order: SettledView, t: Text): { label: string; amount: string }[] {
  const settlement = orderSettlement(order);
  if (!settlement) return [];
  const { paidPaise, changePaise, refundedPaise, keptPaise } = settlement;
  return [
    { label: t('settlement.paid'), amount: formatPaise(paidPaise) },
    ...(changePaise > 0 ? [{ label: t('settlement.change'), amount: formatPaise(-changePaise) }] : []),
    ...(refundedPaise > 0 ? [{ label: t('invoice.refund'), amount: formatPaise(-refundedPaise) }] : []),
    { label: t('settlement.kept'), amount: formatPaise(keptPaise) },
  ];
}

/** The settlement of an order of which something went back. */
export function orderSettlement(order: SettledView): Settlement | undefined {
  const earlier = 'revisions' in order ? order.revisions.map(({ total }) => total) : order.earlier_totals;
  const settlement = settlementOf({
    paymentStatus: order.payment_status,
    isOnline: order.payment_method === 'online',
    isDelivered: order.order_status === 'Delivered',
    totals: [...earlier, order.total].map(toPaise),
    cashExtraPaise: toPaise(order.cash_extra),
    refundedPaise: toPaise(order.refunded),
  });
  return settlement && settlement.paidPaise > settlement.keptPaise ? settlement : undefined;
}
