import { searchMarket, type SearchResults as Results } from '@haat/contract/shops/search.calls';
import { reasonOf } from '@haat/contract/reason';
import type { Place } from '@haat/machines/shops/shop-discovery.machine';
import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import '../../../i18n/catalog-texts.ts';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import { near } from '../../../lib/near.ts';
import { useOnline } from '../../../lib/browser.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { FoundProductRow } from '../rows/FoundProductRow.tsx';
import { FoundShopRow } from '../rows/FoundShopRow.tsx';
import styles from '../rows/MarketRows.module.css';
import { useShopCarts } from '../rows/use-shop-carts.ts';
import { Strip } from '../../../ui/Card.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';

type Found = Pick<Results, 'products' | 'shops'>;
type Props = { search: string; place: Place | undefined; onClear: () => void };

/** Products, with Add, and shops that match the search: near the visitor if the place is known, else everywhere. */
export function SearchResults({ search, place, onClear }: Props) {
  const t = useText();
  const isOnline = useOnline();
  const [everywhereFor, setEverywhereFor] = useState<string>();
  const near = everywhereFor === search ? undefined : place;
  const [wish, setWish] = useState<Wish>(NO_WISH);
  const [range, setRange] = usePriceInAddress();
  const { data: answer, error, isLoadingError, isPlaceholderData, refetch } = useResults(search, near, { wish, range });
  const hasAnswer = answer && answer.products.length + answer.shops.length > 0;
  const data = answer && arrange(answer, wish);
  const count = data && !isPlaceholderData ? data.products.length + data.shops.length : undefined;

  return (
    <div className={styles.results} aria-busy={count === undefined && !isLoadingError}>
      <p className="visually-hidden" role="status">
        {count !== undefined && data
          ? t('search.count', { products: data.products.length, shops: data.shops.length })
          : ''}
      </p>
      {isLoadingError ? (
        <LoadFailure text={t(isOnline ? failureOf(error) : 'search.offline')} onRetry={() => void refetch()} />
      ) : null}
      {!data && !isLoadingError ? <ResultsSkeleton /> : null}
      {hasAnswer || range ? (
        <ResultFilters
          wish={wish}
          range={range}
          onRange={setRange}
          hasPlace={near !== undefined}
          onWish={setWish}
          reach={place && { isNear: near !== undefined, onChange: () => setEverywhereFor(near && search) }}
        />
      ) : null}
      {hasAnswer && answer.instead ? <Instead {...answer.instead} /> : null}
      {count === 0 && hasAnswer ? (
        <EmptyState text={t('search.noneOpen')}>
          <Button onClick={() => setWish({ ...wish, isOpen: false })}>{t('search.closedToo')}</Button>
        </EmptyState>
      ) : null}
      {count === 0 && !hasAnswer && range ? (
        <EmptyState text={t('search.nonePriced')}>
          <Button onClick={() => setRange(undefined)}>{t('search.allPrices')}</Button>
        </EmptyState>
      ) : null}
      {count === 0 && !hasAnswer && !range && near ? (
        <EmptyState text={t('search.noneNear', { search })}>
          <Button onClick={() => setEverywhereFor(search)}>{t('search.everywhere')}</Button>
        </EmptyState>
      ) : null}
      {count === 0 && !hasAnswer && !range && !near ? (
        <EmptyState text={t('search.none', { search })}>
          <Button onClick={onClear}>{t('search.browse')}</Button>
        </EmptyState>
      ) : null}
      {data ? <FoundList {...data} /> : null}
    </div>
  );
}

/** Names the words that nothing has, above the results for the others. */
function Instead({ missing, showing }: NonNullable<Results['instead']>) {
  const t = useText();
  return <p>{t('products.instead', { missing: missing.join(' '), showing: showing.join(' ') })}</p>;
}

const failureOf = (error: Error | null): TextId =>
  reasonOf(error).code === 'rate_limited' ? 'search.tooMany' : 'search.failed';

/** The results of the search. Until they arrive, the previous results stay. */
function useResults(search: string, place: Place | undefined, { wish, range }: Filters) {
  const limit = wish.isOpen || wish.order ? MOST : undefined;
  const prices = range && RANGES[range];

  // Eleven metres are enough, and a place that changes less needs no new request.
  const at = place && near(place);
  return useCall(
    searchMarket,
    {
      query: {
        q: search.slice(0, MAX_LENGTH),
        ...at,
        ...(limit && { limit }),
        min_price: prices?.least,
        max_price: prices?.most,
      },
    },
    // Prices and stock change.
    { placeholderData: keepPreviousData, staleTime: 10_000 },
  );
}

const MAX_LENGTH = 100;
/** The cheapest and the nearest are chosen from as many as the server names. */
const MOST = 50;

function FoundList({ products, shops }: Found) {
  const t = useText();
  const carts = useShopCarts();
  return (
    <>
      {products.length > 0 ? (
        <section aria-labelledby="found-products">
          <h2 id="found-products">{t('search.products')}</h2>
          <ul className={`${styles.list} ${styles.goods}`}>
            {products.map((product) => (
              <li key={product.id}>
                <FoundProductRow product={product} carts={carts} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {shops.length > 0 ? (
        <section aria-labelledby="found-shops">
          <h2 id="found-shops">{t('search.shops')}</h2>
          <ul className={styles.list}>
            {shops.map((shop) => (
              <FoundShopRow key={shop.id} shop={shop} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

const ROWS = [1, 2, 3, 4];

function ResultsSkeleton() {
  return (
    <div className={`${styles.list} ${styles.goods}`}>
      {ROWS.map((row) => (
        <Skeleton key={row} height="112px" radius="var(--radius-card)" />
      ))}
    </div>
  );
}

type Filters = { wish: Wish; range: Range | undefined };

type FilterProps = Filters & {
  onRange: (range: Range | undefined) => void;
  hasPlace: boolean;
  onWish: (wish: Wish) => void;
  /** Whether only shops are searched that deliver to the place, if that is known. */
  reach: { isNear: boolean; onChange: () => void } | undefined;
};

/** Above the results; pressing a chip again takes it back. Without a place there are no distances. */
function ResultFilters({ wish, range, hasPlace, onWish, onRange, reach }: FilterProps) {
  const t = useText();
  const orders = [
    { value: 'price', label: t('search.cheapest') } as const,
    ...(hasPlace ? [{ value: 'distance', label: t('search.nearest') } as const] : []),
  ];
  return (
    <Strip gap={2} className={styles.filters}>
      {reach ? (
        <FilterChips
          label={t('search.reach')}
          chips={[{ value: 'near', label: t('search.delivers') }]}
          chosen={reach.isNear ? 'near' : undefined}
          onChoose={reach.onChange}
        />
      ) : null}
      <FilterChips
        label={t('search.filter')}
        chips={[{ value: 'open', label: t('search.openNow') }]}
        chosen={wish.isOpen ? 'open' : undefined}
        onChoose={() => onWish({ ...wish, isOpen: !wish.isOpen })}
      />
      <FilterChips
        label={t('search.price')}
        chips={RANGE_NAMES.map((value) => ({ value, label: t(RANGES[value].label) }))}
        chosen={range}
        onChoose={(value) => onRange(value === range ? undefined : value)}
      />
      <FilterChips
        label={t('search.order')}
        chips={orders}
        chosen={wish.order}
        onChoose={(order) => onWish({ ...wish, order: order === wish.order ? undefined : order })}
      />
    </Strip>
  );
}

/** As the address has it. */
type Range = '-50' | '50-200' | '200-';

/** Prices in rupees. */
const RANGES: Record<Range, { least?: number; most?: number; label: TextId }> = {
  '-50': { most: 50, label: 'search.upTo50' },
  '50-200': { least: 50, most: 200, label: 'search.from50to200' },
  '200-': { least: 200, label: 'search.from200' },
};
const RANGE_NAMES: readonly Range[] = ['-50', '50-200', '200-'];

/** The chosen range of prices, in the address as the search is. */
function usePriceInAddress(): [range: Range | undefined, setRange: (range: Range | undefined) => void] {
  const [given, setParams] = useSearchParams();
  const setRange = (range: Range | undefined) =>
    setParams(
      (before) => {
        const params = new URLSearchParams(before);
        if (range) params.set('price', range);
        else params.delete('price');
        return params;
      },
      { replace: true },
    );
  return [RANGE_NAMES.find((name) => name === given.get('price')), setRange];
}

/** The customer's wishes for the results: only open shops, and which ones come first. */
type Wish = { isOpen: boolean; order?: 'price' | 'distance' | undefined };

/** As the server sorted them: by what fits the search best. */
const NO_WISH: Wish = { isOpen: false };

/** The results as wished; equal ones keep the server's order, and sold-out ones come last. */
function arrange({ products, shops }: Found, { isOpen, order }: Wish): Found {
  const isShown = (shop: ShopCard) => !isOpen || shop.open;
  const found = products.filter(({ shop }) => isShown(shop));
  const open = shops.filter(isShown);
  if (!order) return { products: found, shops: open };
  const far = ({ distance_km: km = Infinity }: ShopCard) => km;
  return {
    products: found.toSorted(
      (a, b) =>
        Number(b.in_stock) - Number(a.in_stock) ||
        (order === 'price' ? a.price - b.price : compare(far(a.shop), far(b.shop))),
    ),
    shops: order === 'distance' ? open.toSorted((a, b) => compare(far(a), far(b))) : open,
  };
}

/** Two infinities have no difference. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
