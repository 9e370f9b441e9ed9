import type { OrderView } from '@haat/contract/orders/orders.calls';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/Button.tsx';

type Props = { order: Pick<OrderView, 'id' | 'orderNumber'> & { shop: Pick<OrderView['shop'], 'slug'> } };

/** To all that happened to an order. */
export function TimelineLink({ order: { id, orderNumber, shop } }: Props) {
  const t = useText();
  return (
    <Link
      className={buttonClass('quiet')}
      to={`/${shop.slug}/orders/${id}/timeline`}
      aria-label={t('timeline.of', { number: orderNumber })}
    >
      {t('timeline.show')}
    </Link>
  );
}
