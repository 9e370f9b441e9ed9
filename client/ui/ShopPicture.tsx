import { shopImageCandidates } from '@haat/contract/catalog/pictures';
import { useState } from 'react';
import { sizedShops } from 'virtual:sized-shops';
import { savesData } from '../lib/browser.ts';
import { pictureSet } from './shop-picture-sizes.ts';
import styles from './ShopPicture.module.css';

/** The sizes with which a browser takes the smallest picture. */
const SMALL = '120px';

type Props = {
  slug: string;
  /** As the shop's view has it; undefined while that is not known. */
  picture: string | null | undefined;
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

/** Truthy if the shop has a picture: an uploaded one, or one shipped with Haat. Undefined while that is not known. */
export const hasPicture = ({ slug, picture }: Pick<Props, 'slug' | 'picture'>) => sizedShops.includes(slug) || picture;

/** A shop's front: jpeg, then jpg, then png by its slug, then the default logo; without a picture, the logo immediately. */
export function ShopPicture(props: Props) {
  const has = hasPicture(props);
  // A new shop, or a new picture, starts over with its first candidate.
  return has === undefined ? null : <Candidates key={props.slug + !has} {...props} />;
}

function Candidates({ slug, picture, alt, width, height, sizes, arrival = 'lazy', priority, onMissing }: Props) {
  const candidates = shopImageCandidates(slug);
  // Before the first candidate itself come its smaller copies.
  const [at, setAt] = useState(hasPicture({ slug, picture }) ? -1 : candidates.length - 1);
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
