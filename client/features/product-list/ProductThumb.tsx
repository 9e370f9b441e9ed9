import { productImageUrl } from '@haat/contract/rules/product';
import { useState } from 'react';
import { API_BASE } from '../../lib/config.ts';
import styles from './ProductThumb.module.css';

type Props = { name: string; image: string | null };

/** A small picture of a product, or the first letter of its name. */
export function ProductThumb({ name, image }: Props) {
  const [isBroken, setBroken] = useState(false);
  const url = isBroken ? undefined : productImageUrl(image, API_BASE);
  if (!url) {
    return (
      <span className={styles.thumb} aria-hidden="true">
        {firstLetter(name)}
      </span>
    );
  }
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

/** Letters of Indian scripts consist of several characters. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}
