import { isRefusal } from '@haat/machines/problem';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LoginRequired, SessionOver } from '../session/RouteGuard.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { useOwnOrders } from './use-own-orders.ts';

/** The user's orders, newest first, with live status changes. */
export function OrderHistoryScreen() {
  const t = useText();
  const { isSignedIn } = useSession();
  const [wasSignedIn] = useState(isSignedIn);
  const { data: orders, error, refetch, ...older } = useOwnOrders(isSignedIn);

  if (!isSignedIn && !wasSignedIn) return <LoginRequired />;
  if (!isSignedIn || isRefusal(error)) return <SessionOver />;
  return (
    <Page title={t('history.title')} narrow>
      <Stack gap={4}>
        {error && !older.isFetchNextPageError ? (
          <LoadFailure text={t('history.failed')} onRetry={() => void refetch()} />
        ) : null}
        {orders?.map((order) => (
          <HistoryCard key={order.id} order={order} />
        ))}
        {orders?.length === 0 ? <NoOrders /> : null}
        {older.isFetchNextPageError ? (
          <LoadFailure text={t('history.failed')} onRetry={() => void older.fetchNextPage()} />
        ) : null}
        {older.hasNextPage && !older.isFetchNextPageError ? (
          <Button look="secondary" disabled={older.isFetchingNextPage} onClick={() => void older.fetchNextPage()}>
            {t('history.older')}
          </Button>
        ) : null}
        {!orders && !error ? <Skeleton height="320px" radius="20px" /> : null}
      </Stack>
    </Page>
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
