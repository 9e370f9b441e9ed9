import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { prefersStillness } from '../../lib/prefers-stillness.ts';
import styles from './CategoryRail.module.css';
import type { ShelfSection } from './shelf.ts';
import { useScrollspy } from './use-scrollspy.ts';

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
  section?.scrollIntoView({ behavior: prefersStillness() ? 'auto' : 'smooth', block: 'start' });
  section?.querySelector('h2')?.focus({ preventScroll: true });
}
