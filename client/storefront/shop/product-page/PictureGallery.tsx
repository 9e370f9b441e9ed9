import { pictureSrcSet } from '@haat/contract/catalog/pictures';
import { productImageUrl } from '@haat/contract/catalog/product';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { prefersReducedMotion } from '../../../lib/browser.ts';
import { API_BASE } from '../../../lib/config.ts';
import { ProductInitial } from '../../../ui/ProductInitial.tsx';
import styles from './ProductPage.module.css';

type Props = { name: string; pictures: readonly string[] };

/** The pictures of a product, one at a time: by swiping, by its dots, or with the arrow keys. */
export function PictureGallery({ name, pictures }: Props) {
  const t = useText();
  const stage = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const count = pictures.length;
  if (count < 2) {
    return (
      <div className={styles.gallery}>
        <div className={styles.stage}>
          <LargePicture name={name} image={pictures[0]} alt={name} isFirst />
        </div>
      </div>
    );
  }

  const show = (index: number) => {
    const { current: track } = stage;
    if (!track || index < 0 || index >= count) return;
    track.scrollTo({ left: index * track.clientWidth, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
    setCurrent(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };
  const labelOf = (at: number) => t('productPage.picture', { name, number: at + 1, count });
  return (
    <section
      className={styles.gallery}
      aria-roledescription={t('carousel.role')}
      aria-label={t('productPage.pictures', { name })}
    >
      {/* Wheel and touch scroll it natively. */}
      <div
        ref={stage}
        className={styles.stage}
        role="group"
        aria-label={labelOf(current)}
        // Everything that scrolls must be reachable by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) =>
          setCurrent(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
        }
      >
        {pictures.map((image, at) => (
          <LargePicture key={image} name={name} image={image} alt={labelOf(at)} isFirst={at === 0} />
        ))}
      </div>
      <div className={styles.dots}>
        {pictures.map((image, at) => (
          <button
            key={image}
            type="button"
            className={styles.dot}
            aria-label={labelOf(at)}
            aria-current={at === current}
            onClick={() => show(at)}
          />
        ))}
      </div>
    </section>
  );
}

type LargePictureProps = { name: string; image: string | undefined; alt: string; isFirst: boolean };

function LargePicture({ name, image, alt, isFirst }: LargePictureProps) {
  const [isBroken, setBroken] = useState(false);
  const url = isBroken ? undefined : productImageUrl(image, API_BASE);
  if (!url) return <ProductInitial name={name} className={styles.picture} />;
  return (
    <img
      className={styles.picture}
      src={url}
      srcSet={pictureSrcSet(url)}
      sizes="(min-width: 820px) 480px, 100vw"
      alt={alt}
      width={640}
      height={640}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
