import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { prefersReducedMotion } from '../../lib/browser.ts';
import type { CatalogSection } from './catalog-sections.ts';
import styles from './CategoryRail.module.css';

const SMOOTH_WINDOWS = 5;

type Props = { sections: readonly CatalogSection[] };

/** The categories, with the visible one marked; chips on a phone, a column beside the catalog on a desktop. */
export function CategoryRail({ sections }: Props) {
  const t = useText();
  const rail = useRef<HTMLElement>(null);
  const [current, setCurrent] = useScrollspy(sections);

  useEffect(() => {
    const chip = rail.current?.querySelector<HTMLElement>('[aria-current]');
    // Horizontally only: `scrollIntoView` would also scroll the page.
    if (chip)
      rail.current?.scrollTo({ left: chip.offsetLeft - 16, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  }, [current]);

  return (
    <nav ref={rail} className={styles.rail} aria-label={t('products.categories')}>
      {sections.map(({ name, anchor }) => (
        <button
          key={anchor}
          type="button"
          className={styles.chip}
          aria-current={anchor === current ? 'true' : undefined}
          onClick={() => {
            goTo(anchor);
            setCurrent(anchor);
          }}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}

// Not a link: the hash is the route.
function goTo(anchor: string): void {
  const section = document.getElementById(anchor);
  if (!section) return;
  // Scrolling smoothly over a longer distance would render a thousand cards on the way.
  const isFar = Math.abs(section.getBoundingClientRect().top) > SMOOTH_WINDOWS * window.innerHeight;
  section.scrollIntoView({ behavior: isFar || prefersReducedMotion() ? 'auto' : 'smooth', block: 'start' });
  if (isFar) keepInPlace(section);
  section.querySelector('h2')?.focus({ preventScroll: true });
}

/**
 * Keeps the section in view for a second, or until the user scrolls: the content above may turn out to be higher than
 * estimated.
 */
function keepInPlace(section: HTMLElement): void {
  const moved = new AbortController();
  const sizes = new ResizeObserver(() => section.scrollIntoView());
  moved.signal.addEventListener('abort', () => sizes.disconnect());
  for (const move of ['wheel', 'touchstart', 'keydown'])
    window.addEventListener(move, () => moved.abort(), { signal: moved.signal, passive: true });
  setTimeout(() => moved.abort(), 1000);
  sizes.observe(document.body);
}

/** The height, as a share of the viewport, that a heading must have passed to count. */
const LINE = 0.3;

/**
 * The anchor of the visible section: the last one whose heading has passed the upper part of the viewport. Where several
 * begin in that row, the first one, or the one that was chosen in the rail.
 */
function useScrollspy(sections: readonly { anchor: string }[]) {
  const [current, setCurrent] = useState(sections[0]?.anchor);
  const anchors = sections.map(({ anchor }) => anchor).join(' ');

  useEffect(() => {
    const heads = anchors.split(' ').flatMap((anchor) => document.getElementById(anchor) ?? []);
    // Measured each time: a jump may pass many sections without an intersection.
    const look = () => {
      const topOf = (head: HTMLElement) => head.getBoundingClientRect().top;
      const last = heads.findLast((head) => topOf(head) < window.innerHeight * LINE) ?? heads[0];
      const row = last ? heads.filter((head) => topOf(head) === topOf(last)) : [];
      setCurrent((row.find((head) => head.contains(document.activeElement)) ?? row[0])?.id);
    };
    const observer = new IntersectionObserver(look, {
      rootMargin: `-${LINE * 100 - 5}% 0px -${100 - LINE * 100}% 0px`,
    });
    for (const head of heads) observer.observe(head);
    return () => observer.disconnect();
  }, [anchors]);

  const shown = sections.some(({ anchor }) => anchor === current) ? current : sections[0]?.anchor;
  return [shown, setCurrent] as const;
}
