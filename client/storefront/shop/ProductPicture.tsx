import { pictureSrcSet } from '@haat/contract/catalog/pictures';
import { type ProductImage, productImageUrl } from '@haat/contract/catalog/product';
import { useState } from 'react';
import { savesData } from '../../lib/browser.ts';
import { API_BASE } from '../../lib/config.ts';
import { ProductInitial } from '../../ui/ProductInitial.tsx';
import styles from './ProductPicture.module.css';

/** The sizes with which a browser takes the smallest picture, or the next one on a very sharp screen. */
const SMALL = '80px';

type Props = { name: string; image: ProductImage; eager: boolean };

/** A product's picture in the width that the screen needs, or its initial; without alt text, as the name stands below. */
export function ProductPicture({ name, image, eager }: Props) {
  const [isBroken, setBroken] = useState(false);
  const url = isBroken ? undefined : productImageUrl(image, API_BASE);
  if (!url) return <ProductInitial name={name} className={styles.picture} />;
  return (
    <img
      className={styles.picture}
      src={url}
      srcSet={pictureSrcSet(url)}
      sizes={savesData() ? SMALL : '(min-width: 1200px) 180px, (min-width: 720px) 22vw, 44vw'}
      alt=""
      width={320}
      height={320}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
