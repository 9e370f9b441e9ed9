import type { ProductView } from '@haat/contract/catalog/products.calls';
import { useLingui } from '@lingui/react';
import {
  type CSSProperties,
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useName, useProductName } from '../../i18n/use-name.ts';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { lateCode } from '../../lib/lazy.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import {
  catalogGrids,
  type CatalogSection,
  catalogSections,
  productCount,
  soldOutProducts,
} from './catalog-sections.ts';
import catalogStyles from './Catalog.module.css';
import { CategoryRail } from './CategoryRail.tsx';
import productCardStyles from './ProductCard.module.css';
import { ProductCard } from './ProductCard.tsx';
import type { SearchResult } from './search-products.ts';

type Props = {
  products: readonly ProductView[];
  /** Shown above the categories while nothing is searched. */
  top?: ReactNode;
};

const useSearchRules = lateCode(() => import('./search-products.ts'));
const NO_RANKS: SearchResult['ranks'] = new Map();

/** The catalog by category, with a search that is part of the URL. */
export function Catalog({ products, top }: Props) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const rules = useSearchRules(search !== '');
  const shown = useDeferredValue(search);
  const naming = useNaming();
  // Products that sell out while the screen is open keep their place, so that nothing moves under a finger.
  const [last] = useState(() => soldOutProducts(products));
  const find = useMemo(() => rules?.catalogSearch(naming), [rules, naming]);
  const found = useMemo(
    (): SearchResult => find?.(products, shown) ?? { products, ranks: NO_RANKS },
    [find, products, shown],
  );
  const sections = useMemo(
    () => catalogSections(found.products, { ...naming, last, ranks: found.ranks }),
    [found, naming, last],
  );
  const grids = useMemo(() => catalogGrids(sections), [sections]);
  const count = found.products.length;
  const setSearch = (q: string) => setParams(q ? { q } : {}, { replace: true });

  if (products.length === 0) {
    return (
      <EmptyState text={t('products.empty')}>
        <Link className={buttonClass()} to="/">
          {t('menu.allShops')}
        </Link>
      </EmptyState>
    );
  }
  return (
    <div className={catalogStyles.catalog}>
      <div className={catalogStyles.tools}>
        <SearchField label={t('products.search')} value={search} onChange={setSearch} />
        <CategoryRail sections={sections} />
      </div>
      <div className={catalogStyles.sections}>
        <p className="visually-hidden" role="status">
          {shown && rules ? t('products.matches', { count }) : ''}
        </p>
        {found.instead && count > 0 ? (
          <p className={catalogStyles.similar}>
            {t('products.instead', {
              missing: found.instead.missing.join(' '),
              showing: found.instead.showing.join(' '),
            })}
          </p>
        ) : null}
        {found.isSimilar && count > 0 ? (
          <p className={catalogStyles.similar}>
            {t('products.noMatch', { search: shown })} {t('products.similar')}
          </p>
        ) : null}
        {shown ? null : top}
        {count === 0 ? (
          <EmptyState text={t('products.noMatch', { search: shown })}>
            <Button look="secondary" onClick={() => setSearch('')}>
              {t('products.showAll')}
            </Button>
          </EmptyState>
        ) : null}
        {grids.map((grid, at) => {
          const drawing = { isFirst: at === 0, atOnce: products.length <= GRID_SIZE };
          const [first] = grid;
          if (grid.length > 1 || !first) return <SharedGrid key={first?.name} sections={grid} {...drawing} />;
          return <LargeSection key={first.name} section={first} {...drawing} />;
        })}
      </div>
    </div>
  );
}

/** `isFirst`: nothing of the catalog is above it. `atOnce`: the catalog is small enough to be drawn whole. */
type Drawing = { isFirst: boolean; atOnce: boolean };

/** A section below its heading. */
function LargeSection({ section, isFirst, atOnce }: Drawing & { section: CatalogSection }) {
  return (
    <section id={section.anchor} className={catalogStyles.section}>
      <h2 tabIndex={-1} className={catalogStyles.title}>
        {section.name}
      </h2>
      {gridsOf(section.products).map((part, nth) => (
        <CatalogGrid key={nth} products={part} isFirst={isFirst && nth === 0} atOnce={atOnce} />
      ))}
    </section>
  );
}

/** Sections that share a grid: each product has the name of its section above it, the first one as the heading. */
function SharedGrid({ sections, isFirst, atOnce }: Drawing & { sections: readonly CatalogSection[] }) {
  return (
    <div className={catalogStyles.section}>
      <div className={catalogStyles.grid}>
        {sections.map(({ name, anchor, products }, at) => {
          const start = productCount(sections.slice(0, at));
          return (
            <section key={name} className={catalogStyles.shared}>
              <ul className={catalogStyles.shared}>
                {products.map((product, nth) => (
                  <CatalogItem
                    key={product.id}
                    product={product}
                    section={name}
                    anchor={nth === 0 ? anchor : undefined}
                    eager={isFirst && start + nth < EAGER_PICTURES}
                    atOnce={atOnce || (isFirst && start + nth < EAGER_CARDS)}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}

function gridsOf(products: readonly ProductView[]): (readonly ProductView[])[] {
  const parts = Math.ceil(products.length / GRID_SIZE);
  return Array.from({ length: parts }, (_, nth) => products.slice(nth * GRID_SIZE, (nth + 1) * GRID_SIZE));
}

function useNaming() {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const nameOf = useName();
  const productNameOf = useProductName();
  return useMemo(() => ({ nameOf, productNameOf, locale }), [nameOf, productNameOf, locale]);
}

/** Products per grid: divisible by 2, 3, 4 and 5, so that rows are always full. */
const GRID_SIZE = 60;
/** Cards of the first grid that are rendered immediately. */
const EAGER_CARDS = 12;
const EAGER_PICTURES = 4;
const GRID_MARGIN = 2;

/** The height per product of each grid, by the id of its first product: going back restores the scroll height. */
const heights = new Map<number | undefined, number>();

type CatalogGridProps = Drawing & { products: readonly ProductView[] };

/**
 * A part of a section. A shop may have thousands of products: grids far from the viewport are replaced by empty space
 * of the same or an estimated height.
 */
function CatalogGrid({ products, isFirst, atOnce }: CatalogGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const [isNear, setNear] = useState(isFirst || atOnce);
  const first = products[0]?.id;

  useLayoutEffect(() => {
    const part = list.current;
    return () => remember(first, part);
  }, [first]);

  useEffect(() => {
    const part = list.current;
    if (atOnce || !part) return undefined;
    return observeViewport(part, GRID_MARGIN, (comes) => {
      if (!comes) remember(first, part);
      setNear(comes);
    });
  }, [atOnce, first]);

  if (!isNear) {
    const each = heights.get(first);
    const height = each && each * products.length;
    const size = { '--count': products.length, height } as CSSProperties;
    return <ul ref={list} className={catalogStyles.far} style={size} />;
  }
  return (
    <ul ref={list} className={catalogStyles.grid}>
      {products.map((product, at) => (
        <CatalogItem
          key={product.id}
          product={product}
          eager={isFirst && at < EAGER_PICTURES}
          atOnce={atOnce || (isFirst && at < EAGER_CARDS)}
        />
      ))}
    </ul>
  );
}

function remember(first: number | undefined, part: HTMLUListElement | null): void {
  const shown = part?.childElementCount ?? 0;
  if (part && shown > 0) heights.set(first, part.offsetHeight / shown);
}

const ITEM_MARGIN = 1;

type CatalogItemProps = {
  product: ProductView;
  /** The section, where several share the grid. */
  section?: string;
  /** Where the section begins, if this is its first product. */
  anchor?: string | undefined;
  eager: boolean;
  atOnce: boolean;
};

/** A product in the grid: only its name until it comes near the viewport. */
const CatalogItem = memo(function CatalogPlace(props: CatalogItemProps) {
  const { product, section, anchor, eager, atOnce } = props;
  const langOf = useScriptLang();
  const name = useProductName()(product.name);
  const place = useRef<HTMLLIElement>(null);
  const [isDrawn, setDrawn] = useState(atOnce);

  useEffect(() => {
    if (isDrawn || !place.current) return undefined;
    return observeViewport(place.current, ITEM_MARGIN, (isNear) => isNear && setDrawn(true));
  }, [isDrawn]);

  return (
    <li ref={place} id={anchor} className={section ? catalogStyles.labelled : undefined}>
      {section && anchor ? (
        <h2 tabIndex={-1} className={catalogStyles.label}>
          {section}
        </h2>
      ) : null}
      {section && !anchor ? (
        <p className={catalogStyles.label} aria-hidden="true">
          {section}
        </p>
      ) : null}
      {isDrawn ? (
        <ProductCard product={product} eager={eager} />
      ) : (
        <div className={`${productCardStyles.card} ${catalogStyles.coming}`}>
          <h3 className={productCardStyles.name} lang={langOf(name)}>
            {name}
          </h3>
        </div>
      )}
    </li>
  );
});

const CARDS = Array.from({ length: 10 }, (_, at) => at);

type CatalogSkeletonProps = { isSeen: boolean };

/**
 * The placeholder while the catalog is loading. It is invisible until it is known whether the notice of a closed shop
 * is shown above it.
 */
export function CatalogSkeleton({ isSeen }: CatalogSkeletonProps) {
  return (
    <div className={catalogStyles.catalog} style={{ visibility: isSeen ? 'visible' : 'hidden' }} aria-busy="true">
      <div className={catalogStyles.tools}>
        <Skeleton height="44px" radius="999px" />
        <Skeleton height="44px" radius="999px" />
      </div>
      <div className={catalogStyles.section}>
        <div className={catalogStyles.title}>
          <Skeleton width="140px" height="25px" />
        </div>
        <div className={catalogStyles.grid}>
          {CARDS.map((at) => (
            <div key={at} className={`${productCardStyles.card} ${catalogStyles.coming}`}>
              <Skeleton height="min(150px, 34vw)" radius="var(--radius-picture)" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

type OnNear = (isNear: boolean) => void;

/** One observer per distance, shared by all its elements: a long list has many. */
const observers = new Map<number, IntersectionObserver>();
const watched = new WeakMap<Element, OnNear>();

/** Calls back when an element comes within `windows` window heights of the viewport, and when it leaves. Returns the stop. */
function observeViewport(element: Element, windows: number, onChange: OnNear): () => void {
  const observer =
    observers.get(windows) ?? new IntersectionObserver(notifyAll, { rootMargin: `${windows * 100}% 0px` });
  observers.set(windows, observer);
  watched.set(element, onChange);
  observer.observe(element);
  return () => observer.unobserve(element);
}

function notifyAll(seen: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of seen) watched.get(target)?.(isIntersecting);
}
