import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { useState } from 'react';
import { hasPicture, ShopPicture } from '../../../ui/ShopPicture.tsx';
import styles from './ShopImage.module.css';

type Props = {
  shop: Pick<ShopCard, 'slug' | 'sign' | 'picture'>;
  width: number;
  height: number;
  sizes: string;
  arrival?: 'lazy' | 'eager';
};

/** The picture of a shop; the sign of its trade where it has none. */
export function ShopImage({ shop, width, height, ...picture }: Props) {
  const [isMissing, setMissing] = useState(!hasPicture(shop));
  if (isMissing) {
    return (
      <span className={styles.sign}>
        <ShopSign sign={shop.sign} size={Math.round(height / 2)} />
      </span>
    );
  }
  return (
    <ShopPicture
      slug={shop.slug}
      picture={shop.picture}
      alt=""
      width={width}
      height={height}
      onMissing={() => setMissing(true)}
      {...picture}
    />
  );
}

type ShopSignProps = Pick<ShopCard, 'sign'> & { size: number };

/** A drawing of the shop's goods; if it cannot be loaded, the emoji that it draws. Decorative. */
export function ShopSign({ sign: { picture, emoji }, size }: ShopSignProps) {
  return (
    <img
      src={`/images/signs/${picture}.svg`}
      alt={emoji}
      aria-hidden="true"
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  );
}
