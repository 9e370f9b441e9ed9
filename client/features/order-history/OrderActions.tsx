import type { OrderView } from '@haat/contract/api/orders.schema';
import { shopName } from '@haat/contract/rules/shop-name';
import { formatRupees } from '@haat/contract/rules/rupees';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { shareText } from '../../lib/share-text.ts';
import styles from './HistoryCard.module.css';

type Props = { order: OrderView; title: string };

/** What can be done about an order that is not the shop's to do: call it, tell somebody, look what else it has. */
export function OrderActions({ order, title }: Props) {
  const t = useText();
  const { shop, items, total } = order;
  const name = shopName(shop);
  // Neither name, phone nor address of the customer.
  const words = [
    t('history.sharedOrder', { title, shop: name }),
    ...items.map((item) => `${item.quantity} × ${item.name}`),
    `${t('cart.total')}: ${formatRupees(total)}`,
  ].join('\n');
  return (
    <div className={styles.actions}>
      {shop.phone ? (
        <a
          className={buttonClass('quiet')}
          href={`tel:+91${shop.phone}`}
          aria-label={t('history.callNamed', { shop: name })}
        >
          {t('history.call')}
        </a>
      ) : null}
      <Button look="quiet" aria-label={t('history.shareNamed', { title })} onClick={() => void shareText(words)}>
        {t('history.share')}
      </Button>
      <Link className={buttonClass('quiet')} to={`/${shop.slug}/products`}>
        {t('history.shopAgain')}
      </Link>
    </div>
  );
}
