import { searchMarket, type SearchResults as Results } from '@haat/contract/shops/search.calls';
import { reasonOf } from '@haat/contract/reason';
import type { Place } from '@haat/machines/shops/shop-discovery.machine';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
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
import { arrange, NO_WISH, type Wish } from './arrange-results.ts';
import { ResultFilters } from './ResultFilters.tsx';
import { useShopCarts } from '../rows/use-shop-carts.ts';

type Props = { search: string; place: Place | undefined; onClear: () => void };

/** Products, with Add, and shops that match the search: near the visitor if the place is known, else everywhere. */
export function SearchResults({ search, place, onClear }: Props) {
  const t = useText();
  const isOnline = useOnline();
  const [everywhereFor, setEverywhereFor] = useState<string>();
  const near = everywhereFor === search ? undefined : place;
  const [wish, setWish] = useState<Wish>(NO_WISH);
  const { data: answer, error, isLoadingError, isPlaceholderData, refetch } = useResults(search, near, wish);
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
      {hasAnswer ? <ResultFilters wish={wish} hasPlace={near !== undefined} onWish={setWish} /> : null}
      {count === 0 && hasAnswer ? (
        <EmptyState text={t('search.noneOpen')}>
          <Button onClick={() => setWish({ ...wish, isOpen: false })}>{t('search.closedToo')}</Button>
        </EmptyState>
      ) : null}
      {count === 0 && !hasAnswer && near ? (
        <EmptyState text={t('search.noneNear', { search })}>
          <Button onClick={() => setEverywhereFor(search)}>{t('search.everywhere')}</Button>
        </EmptyState>
      ) : null}
      {count === 0 && !hasAnswer && !near ? (
        <EmptyState text={t('search.none', { search })}>
          <Button onClick={onClear}>{t('search.browse')}</Button>
        </EmptyState>
      ) : null}
      {data ? <FoundList {...data} /> : null}
    </div>
  );
}

const failureOf = (error: Error | null): TextId =>
  reasonOf(error).code === 'rate_limited' ? 'search.tooMany' : 'search.failed';

/** The results of the search. Until they arrive, the previous results stay. */
function useResults(search: string, place: Place | undefined, wish: Wish) {
  const limit = wish.isOpen || wish.order ? MOST : undefined;
  // Eleven metres are enough, and a place that changes less needs no new request.
  const at = place && near(place);
  return useCall(
    searchMarket,
    { query: { q: search.slice(0, MAX_LENGTH), ...at, ...(limit && { limit }) } },
    // Prices and stock change.
    { placeholderData: keepPreviousData, staleTime: 10_000 },
  );
}

const MAX_LENGTH = 100;
/** The cheapest and the nearest are chosen from as many as the server names. */
const MOST = 50;

function FoundList({ products, shops }: Results) {
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
