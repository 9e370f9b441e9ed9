import { shopImageCandidates } from '@haat/contract/rules/pictures';
import { useState } from 'react';
import { sizedShops } from 'virtual:sized-shops';
import { savesData } from '../lib/browser.ts';
import { pictureSet } from './shop-picture-sizes.ts';
import styles from './ShopPicture.module.css';

/** The sizes with which a browser takes the smallest picture. */
const SMALL = '120px';

type Props = {
  slug: string;
  alt: string;
  width: number;
  height: number;
  /** How wide it is drawn, as `sizes` has it: a wide picture that fills a square is wider than the square. */
  sizes: string;
  /** When it is fetched: once it comes near, or with the page. */
  arrival?: 'lazy' | 'eager';
  /** Low: behind the other pictures in view. */
  priority?: 'low';
  onMissing?: () => void;
};

/** A shop's front: jpeg, then jpg, then png by its slug, then the default logo. */
export function ShopPicture({ slug, ...rest }: Props) {
  // A new shop starts over with its first candidate.
  return <Candidates key={slug} slug={slug} {...rest} />;
}

function Candidates({ slug, alt, width, height, sizes, arrival = 'lazy', priority, onMissing }: Props) {
  const candidates = shopImageCandidates(slug);
  // Before the first candidate itself come its smaller copies.
  const [at, setAt] = useState(sizedShops.includes(slug) ? -1 : 0);
  const tryNext = () => {
    if (at === candidates.length - 2) onMissing?.();
    setAt((current) => Math.min(current + 1, candidates.length));
  };
  const src = candidates[Math.max(at, 0)];
  if (!src) return null;
  const smaller = at < 0 ? { srcSet: pictureSet(slug), sizes: savesData() ? SMALL : sizes } : {};
  return (
    <img
      {...smaller}
      className={at === candidates.length - 1 ? `${styles.picture} ${styles.logo}` : styles.picture}
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={arrival}
      fetchPriority={priority}
      decoding="async"
      onError={tryNext}
    />
  );
}
