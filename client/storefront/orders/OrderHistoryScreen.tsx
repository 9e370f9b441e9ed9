import type { OrderView } from '@haat/contract/orders/orders.calls';
import { isRefusal } from '@haat/contract/reason';
import { useId, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { useOnline } from '../../lib/browser.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LoginRequired, SessionOver } from '../../shared/session/RouteGuard.tsx';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { OrderFilters } from './OrderFilters.tsx';
import { isFiltered, isRunning, NO_FILTER, useOrderFilter, useOrderList } from './use-order-list.ts';
import styles from './Orders.module.css';

/** The user's orders, running ones first, with live status changes. */
export function OrderHistoryScreen() {
  const t = useText();
  const { isSignedIn } = useSession();
  const [wasSignedIn] = useState(isSignedIn);
  const { filter, settled, choose } = useOrderFilter();
  const { orders, loadedAt, isStored, error, next, reload } = useOrderList(settled);

  if (!isSignedIn && !wasSignedIn) return <LoginRequired />;
  if (!isSignedIn || isRefusal(error ?? null)) return <SessionOver />;
  const hasNone = orders?.length === 0 && !error;
  const hasNothingToFilter = isStored || (hasNone && !isFiltered(settled));
  const failure = <LoadFailure text={t('history.failed')} onRetry={reload} />;
  return (
    <Page title={t('history.title')}>
      <Stack gap={4}>
        {hasNothingToFilter ? null : <OrderFilters filter={filter} onChoose={choose} />}
        {orders && loadedAt ? <OfflineNotice count={orders.length} loadedAt={loadedAt} /> : null}
        {error && !isStored && !next?.isFetchNextPageError ? failure : null}
        {orders ? <OrderSections orders={orders} /> : null}
        {hasNone && isFiltered(settled) ? <NoMatch onClear={() => choose(NO_FILTER)} /> : null}
        {hasNone && !isFiltered(settled) ? <NoOrders /> : null}
        {next?.isFetchNextPageError ? (
          <LoadFailure text={t('history.failed')} onRetry={() => void next.fetchNextPage()} />
        ) : null}
        {next && !next.isFetchNextPageError ? (
          <LoadMore
            label={t('history.older')}
            isLoading={next.isFetchingNextPage}
            isAutomatic
            onMore={() => void next.fetchNextPage()}
          />
        ) : null}
        {!orders && !error ? <Skeleton height="80dvh" radius="20px" /> : null}
      </Stack>
    </Page>
  );
}

/** While there is no connection: how many orders are shown, and when they were loaded. */
function OfflineNotice({ count, loadedAt }: { count: number; loadedAt: string }) {
  const t = useText();
  const { moment } = useTimeText();
  return useOnline() || count === 0 ? null : <Notice>{t('history.offline', { count, time: moment(loadedAt) })}</Notice>;
}

/** The running orders, then the others. */
function OrderSections({ orders }: { orders: readonly OrderView[] }) {
  return (
    <>
      <OrderSection title="history.running" orders={orders.filter(isRunning)} />
      <OrderSection title="history.past" orders={orders.filter((order) => !isRunning(order))} />
    </>
  );
}

function OrderSection({ title, orders }: { title: TextId; orders: readonly OrderView[] }) {
  const t = useText();
  const heading = useId();
  if (orders.length === 0) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby={heading}>
      <h2 id={heading}>{t(title)}</h2>
      <div className={styles.cards}>
        {orders.map((order) => (
          <HistoryCard key={order.id} order={order} />
        ))}
      </div>
    </Stack>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText();
  return (
    <EmptyState text={t('history.noMatch')}>
      <Button onClick={onClear}>{t('history.clearFilters')}</Button>
    </EmptyState>
  );
}

function NoOrders() {
  const t = useText();
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  const target = shopSlug === MAIN_SHOP_SLUG ? `/${shopSlug}/dashboard` : `/${shopSlug}/products`;
  return (
    <EmptyState text={t('history.empty')}>
      <Link className={buttonClass()} to={target}>
        {t(shopSlug === MAIN_SHOP_SLUG ? 'history.find' : 'summary.goToProducts')}
      </Link>
    </EmptyState>
  );
}
