import type { FoundProduct } from '@haat/contract/shops/search.calls';
import { productImageUrl } from '@haat/contract/catalog/product';
import { useState } from 'react';
import { API_BASE } from '../../../lib/config.ts';
import { ProductInitial } from '../../../ui/ProductInitial.tsx';
import styles from './MarketRows.module.css';

/** The picture of a product, small; its first letter without one. */
export function ProductThumbnail({ name, image }: Pick<FoundProduct, 'name' | 'image'>) {
  const [isBroken, setBroken] = useState(false);
  const url = isBroken ? undefined : productImageUrl(image, API_BASE);
  if (!url) return <ProductInitial name={name} className={styles.picture} />;
  return (
    <img
      className={styles.picture}
      src={url.replace(/-320(\.\w+)$/, '-160$1')}
      alt=""
      width={72}
      height={72}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
