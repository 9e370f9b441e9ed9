import { productImageUrl } from '@haat/contract/catalog/product';
import { useState } from 'react';
import { API_BASE } from '../../../lib/config.ts';
import { ProductInitial } from '../../../ui/ProductInitial.tsx';
import styles from './ProductListScreen.module.css';

type Props = { name: string; image: string | null };

/** A small picture of a product, or the first letter of its name. */
export function ProductThumb({ name, image }: Props) {
  const [isBroken, setBroken] = useState(false);
  const url = isBroken ? undefined : productImageUrl(image, API_BASE);
  if (!url) return <ProductInitial name={name} className={styles.thumb} />;
  const small = url.replace(/-320(\.\w+)$/, '-160$1');
  return (
    <img
      className={styles.thumb}
      src={small}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
