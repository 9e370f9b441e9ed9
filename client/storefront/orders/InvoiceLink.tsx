import type { OrderView } from '@haat/contract/orders/orders.calls';
import { isSale } from '@haat/machines/orders/is-sale';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/Button.tsx';

/** Leads to the invoice of an order; nothing for one that is no sale. */
export function InvoiceLink({ order }: { order: OrderView }) {
  const t = useText();
  if (!isSale(order.order_status, order.payment_status)) return null;
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
