import type { OrderView } from '@haat/contract/api/orders.schema';
import { hidesAddress } from '@haat/contract/rules/min-order-value';
import { useText } from '../../i18n/use-text.ts';

type Props = { order: OrderView };

/** Where an order goes; the address is hidden where it is takeaway. Spec section 2, order history. */
export function OrderPlace({ order }: Props) {
  const t = useText();
  if (hidesAddress(order)) return <p>{t('history.takeaway')}</p>;
  if (!order.address) return null;
  const { street, city, zip } = order.address;
  return (
    <p>
      {t('history.deliverTo')}: {street}, {city} {zip}
    </p>
  );
}
