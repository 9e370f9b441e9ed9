import type { OrderView } from '@haat/contract/orders/orders.calls';
import { formatRupees } from '@haat/contract/rupees';
import { dialled, shopName } from '@haat/contract/shops/shop';
import { useText } from '../../i18n/use-text.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { shareOrCopy } from '../../ui/share-or-copy.ts';

type Props = { order: OrderView; title: string };

/** Calls the shop, and shares the ordered items: by WhatsApp, or as the device does. */
export function OrderContact({ order: { shop, items, total }, title }: Props) {
  const t = useText();
  const name = shopName(shop);
  // Without name, phone and address of the customer.
  const words = [
    t('history.sharedOrder', { title, shop: name }),
    ...items.map((item) => `${item.quantity} × ${item.name}`),
    `${t('cart.total')}: ${formatRupees(total)}`,
  ].join('\n');
  return (
    <>
      {shop.phone ? (
        <a
          className={buttonClass('quiet')}
          href={`tel:${dialled(shop.phone)}`}
          aria-label={t('history.callNamed', { shop: name })}
        >
          {t('history.call')}
        </a>
      ) : null}
      <a
        className={buttonClass('quiet')}
        href={`https://wa.me/?text=${encodeURIComponent(words)}`}
        target="_blank"
        rel="noreferrer"
        aria-label={t('history.whatsappNamed', { title })}
      >
        {t('history.whatsapp')}
      </a>
      <Button
        look="quiet"
        aria-label={t('history.shareNamed', { title })}
        onClick={() => void shareOrCopy({ text: words }, words)}
      >
        {t('history.share')}
      </Button>
    </>
  );
}
