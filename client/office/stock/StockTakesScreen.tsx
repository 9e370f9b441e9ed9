import { startStockTake, type StockTakeSummary } from '@haat/contract/stock/stock-takes.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { call } from '../../lib/api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { categoriesQuery } from '../catalog/editor/editor-queries.ts';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { signed } from './signed.ts';
import { StockPage } from './StockPage.tsx';
import { STOCK_KEYS, stockTakesQuery } from './stock-queries.ts';
import styles from './Stock.module.css';

/** The stock takes of a shop: the open one to go on with, a new one, and the past ones with their differences. */
export function StockTakesScreen() {
  const t = useText();
  const shop = useGuardedShop();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    stockTakesQuery(shop.shopId),
  );
  const takes = data?.pages.flat();
  const open = takes?.find(({ state }) => state === 'open');
  const past = takes?.filter(({ state }) => state !== 'open') ?? [];
  return (
    <StockPage shop={shop} tab="takes">
      {error && !takes ? <LoadFailure text={t('stock.loadFailed')} onRetry={() => void refetch()} /> : null}
      {!takes && !error ? <Skeleton height="480px" radius="var(--radius-card)" /> : null}
      {takes ? (
        <Stack gap={5}>
          {open ? <OpenTake take={open} slug={shop.slug} /> : <StartTake shop={shop} />}
          <section aria-labelledby="past-takes">
            <h2 id="past-takes" className={styles.heading}>
              {t('stockTake.past')}
            </h2>
            {past.length === 0 ? (
              <EmptyState text={t('stockTake.noPast')} />
            ) : (
              <PastTakes takes={past} slug={shop.slug} />
            )}
          </section>
        </Stack>
      ) : null}
      {hasNextPage ? (
        <LoadMore label={t('stock.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      ) : null}
    </StockPage>
  );
}

function OpenTake({ take, slug }: { take: StockTakeSummary; slug: string }) {
  const t = useText();
  const scopeOf = useScopeText();
  const { moment } = useTimeText();
  return (
    <Card isRoomy gap={3}>
      <h2 className={styles.heading}>{t('stockTake.inProgress', { scope: scopeOf(take) })}</h2>
      <p>
        {t('stockTake.startedBy', { name: take.started_by ?? '', time: moment(take.started_at) })}{' '}
        {t('stockTake.countedSoFar', { count: take.counted })}
      </p>
      <Row>
        <Link className={buttonClass()} to={`/${slug}/admin/stock/takes/${take.id}`}>
          {t('stockTake.continue')}
        </Link>
      </Row>
    </Card>
  );
}

/** The scope of a stock take: the whole shop, or a category. */
function useScopeText(): (take: Pick<StockTakeSummary, 'category'>) => string {
  const t = useText();
  const nameOf = useName();
  return ({ category }) => (category === null ? t('stockTake.wholeShop') : nameOf(category));
}

function StartTake({ shop }: { shop: GuardedShop }) {
  const t = useText();
  const nameOf = useName();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const refusal = useRefusalText('stockTake.notStarted');
  const [category, setCategory] = useState('');
  const { data: categories = [] } = useQuery(categoriesQuery(shop.shopId));
  const options = categories.flatMap(({ id, name, children }) => [
    { value: `${id}`, label: nameOf(name) },
    ...children.map((child) => ({ value: `${child.id}`, label: `${nameOf(name)} › ${nameOf(child.name)}` })),
  ]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(startStockTake, {
        params: { shopId: shop.shopId },
        body: { category_id: category === '' ? null : Number(category) },
      }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: STOCK_KEYS.takes(shop.shopId) });
      void navigate(`/${shop.slug}/admin/stock/takes/${id}`);
    },
  });
  const problem = refusal(error);
  return (
    <Card isRoomy gap={4}>
      <h2 className={styles.heading}>{t('stockTake.new')}</h2>
      <p>{t('stockTake.how')}</p>
      <SelectField
        label={t('stockTake.what')}
        options={options}
        placeholder={t('stockTake.wholeShop')}
        value={category}
        onChange={({ target }) => setCategory(target.value)}
      />
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row>
        <Button disabled={isPending} onClick={() => mutate()}>
          {t('stockTake.start')}
        </Button>
      </Row>
    </Card>
  );
}

function PastTakes({ takes, slug }: { takes: readonly StockTakeSummary[]; slug: string }) {
  const t = useText();
  const hasValues = takes.some(({ value }) => value !== null);
  const hasCosts = takes.some(({ cost_value }) => cost_value !== null);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('stockTake.date')}</th>
          <th scope="col">{t('stockTake.counted')}</th>
          <th scope="col">{t('stockTake.differing')}</th>
          <th scope="col">{t('stockTake.pieces')}</th>
          {hasValues ? <th scope="col">{t('stockTake.value')}</th> : null}
          {hasCosts ? <th scope="col">{t('stockTake.costValue')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {takes.map((take) => (
          <tr key={take.id}>
            <th scope="row">
              <TakeLink take={take} slug={slug} />
            </th>
            <td data-label={t('stockTake.counted')}>{take.counted}</td>
            <td data-label={t('stockTake.differing')}>{take.differing}</td>
            <td data-label={t('stockTake.pieces')}>{signed(take.pieces)}</td>
            {take.value === null ? null : <td data-label={t('stockTake.value')}>{formatRupees(take.value)}</td>}
            {hasCosts ? (
              <td data-label={t('stockTake.costValue')}>
                {take.cost_value === null ? '–' : formatRupees(take.cost_value)}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** When a stock take ended, its scope, and who ended it. */
function TakeLink({ take, slug }: { take: StockTakeSummary; slug: string }) {
  const t = useText();
  const scopeOf = useScopeText();
  const { moment } = useTimeText();
  const end = take.state === 'cancelled' ? t('stockTake.cancelled') : take.ended_by;
  return (
    <Link className={styles.variant} to={`/${slug}/admin/stock/takes/${take.id}`}>
      <span>{moment(take.ended_at ?? take.started_at)}</span>
      <span className={styles.quiet}>{[scopeOf(take), end].filter(Boolean).join(' · ')}</span>
    </Link>
  );
}
