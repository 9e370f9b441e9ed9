import { shopImageCandidates } from '@haat/contract/rules/shop-image';
import { useState } from 'react';
import styles from './ShopPicture.module.css';

type Props = { slug: string; alt: string; width: number; height: number; eager?: boolean; onMissing?: () => void };

/** A shop's front: jpeg, then jpg, then png by its slug, then the default logo. Spec sections 2 and 9. */
export function ShopPicture({ slug, ...rest }: Props) {
  // A new shop starts over with its first candidate.
  return <Candidates key={slug} slug={slug} {...rest} />;
}

function Candidates({ slug, alt, width, height, eager = false, onMissing }: Props) {
  const candidates = shopImageCandidates(slug);
  const [at, setAt] = useState(0);
  const tryNext = () => {
    if (at === candidates.length - 2) onMissing?.();
    setAt((current) => Math.min(current + 1, candidates.length));
  };
  const src = candidates[at];
  if (!src) return null;
  return (
    <img
      className={at === candidates.length - 1 ? `${styles.picture} ${styles.logo}` : styles.picture}
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={tryNext}
    />
  );
}
