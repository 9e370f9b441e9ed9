import { productImageUrl } from '@haat/contract/rules/product-image';
import { DEFAULT_SHOP_IMAGE } from '@haat/contract/rules/shop-image';
import { useState } from 'react';
import { API_BASE } from '../../lib/config.ts';
import styles from './CartThumbnail.module.css';

type Props = { image: string };

/** A cart line's picture, 50x50 px; the shops' logo where there is none. Spec section 9. */
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
