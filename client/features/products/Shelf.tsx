import type { ProductView } from '@haat/contract/api/products.schema';
import { useLingui } from '@lingui/react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { CategoryRail } from './CategoryRail.tsx';
import { shelfSearch } from './search-products.ts';
import { shelfSections, soldOutProducts, type Naming } from './shelf.ts';
import styles from './Shelf.module.css';
import { PART, ShelfPart } from './ShelfPart.tsx';

type Props = { products: readonly ProductView[] };

/** The shelf by category, with a search that Back keeps. */
export function Shelf({ products }: Props) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const shown = useDeferredValue(search);
  const naming = useNaming();
  // What sells out while somebody looks stays where it is: nothing may slip under a finger.
  const [last] = useState(() => soldOutProducts(products));
  const find = useMemo(() => shelfSearch(naming.nameOf), [naming]);
  const found = useMemo(() => find(products, shown), [find, products, shown]);
  const sections = useMemo(
    () => shelfSections(found.products, { ...naming, last, ranks: found.ranks }),
    [found, naming, last],
  );
  const count = found.products.length;
  const setSearch = (q: string) => setParams(q ? { q } : {}, { replace: true });

  if (products.length === 0) return <EmptyState text={t('products.empty')} />;
  return (
    <div className={styles.shelf}>
      <div className={styles.tools}>
        <SearchField label={t('products.search')} value={search} onChange={setSearch} />
        <CategoryRail sections={sections} />
      </div>
      <div className={styles.sections}>
        <p className="visually-hidden" role="status">
          {shown ? t('products.matches', { count }) : ''}
        </p>
        {count === 0 ? (
          <EmptyState text={t('products.noMatch', { search: shown })}>
            <Button look="secondary" onClick={() => setSearch('')}>
              {t('products.showAll')}
            </Button>
          </EmptyState>
        ) : null}
        {sections.map((section, at) => (
          <section key={section.name} id={section.anchor} className={styles.section}>
            <h2 tabIndex={-1} className={styles.title}>
              {section.name}
            </h2>
            {partsOf(section.products).map((part, nth) => (
              <ShelfPart key={nth} products={part} isFirst={at === 0 && nth === 0} atOnce={products.length <= PART} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function partsOf(products: readonly ProductView[]): (readonly ProductView[])[] {
  const parts = Math.ceil(products.length / PART);
  return Array.from({ length: parts }, (_, nth) => products.slice(nth * PART, (nth + 1) * PART));
}

function useNaming(): Naming {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const nameOf = useName();
  return useMemo(() => ({ nameOf, locale }), [nameOf, locale]);
}
