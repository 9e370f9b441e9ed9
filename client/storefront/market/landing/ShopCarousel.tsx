import '../../../i18n/landing-texts.ts';
import { useMachine } from '@xstate/react';
import {
  type CSSProperties,
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  type WheelEvent,
} from 'react';
import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { shopName } from '@haat/contract/shops/shop';
import { carouselMachine } from '@haat/machines/shops/carousel.machine';
import { useText } from '../../../i18n/use-text.ts';
import { prefersReducedMotion } from '../../../lib/browser.ts';
import { ShopCardLink } from './ShopCardLink.tsx';
import styles from './ShopCarousel.module.css';

/** Few users wait for more than these; the list has all shops. */
const MAX_CARDS = 12;

type Props = { shops: readonly ShopCard[]; isSearching: boolean };

/** The first shops as cards side by side, advancing every 3000 ms until the user takes over. */
export function ShopCarousel({ shops: all, isSearching }: Props) {
  const shops = all.slice(0, MAX_CARDS);
  const t = useText();
  const track = useRef<HTMLUListElement>(null);
  const [state, send] = useMachine(carouselMachine, {
    input: { count: shops.length, reducedMotion: prefersReducedMotion() },
  });
  const { index } = state.context;
  const isRunning = state.matches('running');

  useEffect(() => send({ type: 'counted', count: shops.length }), [send, shops.length]);
  useEffect(() => send({ type: 'search.changed', isSearching }), [send, isSearching]);
  // It starts at the first one: measuring its position would only force the browser to lay out the page.
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
          <li key={shop.id} className={styles.slide} style={{ '--i': at } as CSSProperties}>
            <ShopCardLink shop={shop} />
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
              key={shop.id}
              type="button"
              className={styles.dot}
              aria-label={shopName(shop)}
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
  track.scrollTo({ left: card.offsetLeft - track.offsetLeft, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
}

type Send = (event: { type: 'entered' } | { type: 'left' } | { type: 'went'; index: number }) => void;

/** The minimum horizontal movement, in pixels, for a touch to count as a swipe. */
const SWIPE = 8;

/**
 * Pauses the carousel while a pointer or a finger is over it, or the focus is within. A horizontal swipe or wheel selects the
 * card it ends at.
 */
function usePauses(send: Send, track: RefObject<HTMLElement | null>) {
  const isOver = useRef(false);
  const scrolledFrom = useRef(0);
  const scrolled = () => track.current?.scrollLeft ?? 0;
  const takeOver = () => send({ type: 'went', index: nearestCard(track.current) });
  const enter = () => send({ type: 'entered' });
  const leave = () => send({ type: 'left' });

  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      // A finger is followed by its touches: its pointer is cancelled as soon as something scrolls.
      if (pointerType === 'touch') return;
      isOver.current = true;
      enter();
    },
    onPointerLeave: ({ pointerType, currentTarget }: PointerEvent) => {
      if (pointerType === 'touch') return;
      isOver.current = false;
      if (!currentTarget.contains(document.activeElement)) leave();
    },
    onFocus: enter,
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!isOver.current && !currentTarget.contains(relatedTarget)) leave();
    },
    onTouchStart: () => {
      scrolledFrom.current = scrolled();
      enter();
    },
    onTouchEnd: () => (Math.abs(scrolled() - scrolledFrom.current) > SWIPE ? takeOver() : leave()),
    onTouchCancel: leave,
    onWheel: ({ deltaX, deltaY }: WheelEvent) => {
      if (Math.abs(deltaX) > Math.abs(deltaY)) takeOver();
    },
  };
}

function nearestCard(track: HTMLElement | null): number {
  if (!track) return 0;
  const distances = [...track.children].map((card) =>
    card instanceof HTMLElement ? Math.abs(card.offsetLeft - track.offsetLeft - track.scrollLeft) : Infinity,
  );
  return distances.indexOf(Math.min(...distances));
}
