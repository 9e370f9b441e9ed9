import { DEFAULT_SHOP_IMAGE } from '@haat/contract/catalog/pictures';
import { productImageUrl } from '@haat/contract/catalog/product';
import { formatRupees, toPaise } from '@haat/contract/rupees';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { API_BASE } from '../../lib/config.ts';
import looks from '../../ui/looks.module.css';
import styles from './CartLineParts.module.css';

type Props = { image: string };

/** A cart line's picture, 50x50 px; the shop logo if there is none. */
export function CartThumbnail({ image }: Props) {
  const [isBroken, setBroken] = useState(false);
  const url = isBroken ? undefined : productImageUrl(image, API_BASE);
  return (
    <img
      className={styles.thumbnail}
      src={url?.replace(/-320(\.\w+)$/, '-160$1') ?? DEFAULT_SHOP_IMAGE}
      alt=""
      width={50}
      height={50}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}

type StockNoticeProps = { quantity: number; stock: number; maximum: number };

/** Shown when the quantity has reached the stock, or the shop's maximum for one order, or exceeds it. */
export function StockNotice({ quantity, stock, maximum }: StockNoticeProps) {
  const t = useText();
  if (Math.min(stock, maximum) > quantity) return null;
  if (maximum < stock) return <p className={looks.problem}>{t('cart.atMost', { max: maximum })}</p>;
  return <p className={looks.problem}>{stock > 0 ? t('cart.onlyLeft', { stock }) : t('product.soldOut')}</p>;
}

type PriceNoticeProps = { price: number; now: number | undefined };

/** Shown when the price, in rupees, has changed since the item was added; nothing while the current price is unknown. */
export function PriceNotice({ price, now }: PriceNoticeProps) {
  const t = useText();
  if (now === undefined || toPaise(now) === toPaise(price)) return null;
  return (
    <p className={looks.problem}>{t('cart.repriced', { price: formatRupees(now), before: formatRupees(price) })}</p>
  );
}
