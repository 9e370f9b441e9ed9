import type { ProductView } from '@haat/contract/catalog/products.calls';
import type { ShopView } from '@haat/contract/shops/shops.calls';
import { formatRupees } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { useText } from '../../../i18n/use-text.ts';
import { publicAddress } from '../../../lib/public-address.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import { shareOrCopy } from '../../../ui/share-or-copy.ts';

type Props = { product: ProductView; shop: ShopView };

/** Shares the address of the product. The text names it: a preview of the address could only show the app. */
export function ShareProduct({ product, shop }: Props) {
  const t = useText();
  const { id, name, price } = product;
  const url = `${publicAddress()}#/${shop.slug}/products/${id}`;
  const text = t('productPage.shared', { name, price: formatRupees(price), shop: shopName(shop) });
  return (
    <Row>
      <Button look="secondary" onClick={() => void shareOrCopy({ title: name, text, url }, url)}>
        {t('productPage.share')}
      </Button>
      <a
        className={buttonClass('quiet')}
        href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
        target="_blank"
        rel="noreferrer"
      >
        {t('productPage.whatsapp')}
      </a>
    </Row>
  );
}
