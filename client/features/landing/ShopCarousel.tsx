import { carouselMachine } from '@haat/machines/discovery/carousel.machine';
import { useMachine } from '@xstate/react';
import { useEffect, useRef, type CSSProperties } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { prefersStillness } from '../../lib/prefers-stillness.ts';
import type { ListedShop } from './shop-list.ts';
import { ShopCardLink } from './ShopCardLink.tsx';
import styles from './ShopCarousel.module.css';
import { usePauses } from './use-pauses.ts';

// The first card is the largest thing on a phone's screen; of the second a strip is seen.
const ARRIVALS = ['first', 'eager'] as const;

type Props = { shops: readonly ListedShop[] };

/** Shop cards side by side, one further every 3000 ms until somebody takes over. Spec sections 2, 4 and 9. */
export function ShopCarousel({ shops }: Props) {
  const t = useText();
  const track = useRef<HTMLUListElement>(null);
  const [state, send] = useMachine(carouselMachine, {
    input: { count: shops.length, reducedMotion: prefersStillness() },
  });
  const { index } = state.context;
  const isRunning = state.matches('running');

  useEffect(() => send({ type: 'counted', count: shops.length }), [send, shops.length]);
  // It begins at the first one: to ask where that is would only make the browser lay out the page at once.
  const shown = useRef(0);
  useEffect(() => {
    if (shown.current !== index) showCard(track.current, index);
    shown.current = index;
  }, [index]);

  const handlers = usePauses(send, track);

  return (
    <section aria-roledescription={t('carousel.role')} aria-label={t('carousel.label')} {...handlers}>
      {/* Wheel and touch scroll it natively; where that ends is the card that was chosen. */}
      <ul ref={track} className={styles.track}>
        {shops.map((shop, at) => (
          <li key={shop.slug} className={styles.slide} style={{ '--i': at } as CSSProperties}>
            <ShopCardLink shop={shop} arrival={ARRIVALS[at] ?? 'lazy'} />
          </li>
        ))}
      </ul>
      <div className={styles.controls}>
        <button type="button" className={styles.toggle} onClick={() => send({ type: 'toggled' })}>
          <span aria-hidden="true" className={isRunning ? styles.pause : styles.play} />
          <span className="visually-hidden">{t(isRunning ? 'carousel.pause' : 'carousel.play')}</span>
        </button>
        <div className={styles.dots}>
          {shops.map((shop, at) => (
            <button
              key={shop.slug}
              type="button"
              className={styles.dot}
              aria-label={shop.name}
              aria-current={at === index}
              onClick={() => send({ type: 'went', index: at })}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function showCard(track: HTMLElement | null, index: number): void {
  const card = track?.children[index];
  if (!track || !(card instanceof HTMLElement)) return;
  track.scrollTo({ left: card.offsetLeft - track.offsetLeft, behavior: prefersStillness() ? 'auto' : 'smooth' });
}
