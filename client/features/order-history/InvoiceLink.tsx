import type { OrderView } from '@haat/contract/api/orders';
import type { PaymentStatus } from '@haat/contract/rules/payment';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/Button.tsx';

/** For these nothing was paid, and nothing will be. */
const UNPAID = new Set<PaymentStatus>(['awaiting', 'expired', 'cancelled']);

/** Leads to the invoice of an order; nothing for one that ended unpaid. */
export function InvoiceLink({ order }: { order: OrderView }) {
  const t = useText();
  if (UNPAID.has(order.payment_status)) return null;
  return (
    <Link
      className={buttonClass('quiet')}
      to={`/${order.shop.slug}/orders/${order.id}/invoice`}
      aria-label={t('invoice.of', { number: order.orderNumber })}
    >
      {t('invoice.title')}
    </Link>
  );
}
