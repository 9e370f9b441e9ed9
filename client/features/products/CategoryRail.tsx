import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { prefersStillness } from '../../lib/prefers-stillness.ts';
import styles from './CategoryRail.module.css';
import type { ShelfSection } from './shelf.ts';
import { useScrollspy } from './use-scrollspy.ts';

const SMOOTH_WINDOWS = 5;

type Props = { sections: readonly ShelfSection[] };

/** The categories, with the one in sight marked; chips on a phone, a rail beside the shelf on a desktop. */
export function CategoryRail({ sections }: Props) {
  const t = useText();
  const rail = useRef<HTMLElement>(null);
  const current = useScrollspy(sections);

  useEffect(() => {
    const chip = rail.current?.querySelector<HTMLElement>('[aria-current]');
    // Only sideways: `scrollIntoView` would move the page, too.
    if (chip) rail.current?.scrollTo({ left: chip.offsetLeft - 16, behavior: prefersStillness() ? 'auto' : 'smooth' });
  }, [current]);

  return (
    <nav ref={rail} className={styles.rail} aria-label={t('products.categories')}>
      {sections.map(({ name, anchor }) => (
        <button
          key={anchor}
          type="button"
          className={styles.chip}
          aria-current={anchor === current ? 'true' : undefined}
          onClick={() => goTo(anchor)}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}

// A link would change the hash, and the hash is the route.
function goTo(anchor: string): void {
  const section = document.getElementById(anchor);
  if (!section) return;
  // Further than that there is nothing to follow with the eye, and a thousand cards would have to be drawn on the way.
  const isFar = Math.abs(section.getBoundingClientRect().top) > SMOOTH_WINDOWS * window.innerHeight;
  section.scrollIntoView({ behavior: isFar || prefersStillness() ? 'auto' : 'smooth', block: 'start' });
  if (isFar) keepInPlace(section);
  section.querySelector('h2')?.focus({ preventScroll: true });
}

/** Until somebody moves on, a second at most: what stands above may turn out to be higher than it was thought. */
function keepInPlace(section: HTMLElement): void {
  const moved = new AbortController();
  const sizes = new ResizeObserver(() => section.scrollIntoView());
  moved.signal.addEventListener('abort', () => sizes.disconnect());
  for (const move of ['wheel', 'touchstart', 'keydown'])
    window.addEventListener(move, () => moved.abort(), { signal: moved.signal, passive: true });
  setTimeout(() => moved.abort(), 1000);
  if (section.parentElement) sizes.observe(section.parentElement);
}
