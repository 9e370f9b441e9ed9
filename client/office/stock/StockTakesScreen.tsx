import { listStockTakes, startStockTake, type StockTakeSummary } from '@haat/contract/stock/stock-takes.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { afterLast, callPages, rowsOf } from '../../lib/call-pages.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useChange } from '../../ui/use-change.ts';
import { categoriesQuery } from '../catalog/editor/editor-queries.ts';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { signed } from './signed.ts';
import { StockPage } from './StockPage.tsx';
import styles from './Stock.module.css';

const PAGE_SIZE = 20;

const stockTakesQuery = (shopId: number) => ({
  ...callPages(listStockTakes, { params: { shopId }, query: { limit: PAGE_SIZE } }, { next: afterLast(PAGE_SIZE) }),
  select: rowsOf<StockTakeSummary>,
  staleTime: 0,
});

/** The stock takes of a shop: the open one to go on with, a new one, and the past ones with their differences. */
export function StockTakesScreen() {
  const t = useText();
  const shop = useGuardedShop();
  const pages = useInfiniteQuery(stockTakesQuery(shop.shopId));
  return (
    <StockPage shop={shop} tab="takes">
      <Loaded read={pages} failed="stock.loadFailed" waiting={<Skeleton height="480px" radius="var(--radius-card)" />}>
        {(takes) => <StockTakes takes={takes} shop={shop} />}
      </Loaded>
      {pages.hasNextPage ? (
        <LoadMore
          label={t('stock.more')}
          isLoading={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
        />
      ) : null}
    </StockPage>
  );
}

function StockTakes({ takes, shop }: { takes: readonly StockTakeSummary[]; shop: GuardedShop }) {
  const t = useText();
  const open = takes.find(({ state }) => state === 'open');
  const past = takes.filter(({ state }) => state !== 'open');
  return (
    <Stack gap={5}>
      {open ? <OpenTake take={open} slug={shop.slug} /> : <StartTake shop={shop} />}
      <section aria-labelledby="past-takes">
        <h2 id="past-takes" className={styles.heading}>
          {t('stockTake.past')}
        </h2>
        {past.length === 0 ? <EmptyState text={t('stockTake.noPast')} /> : <PastTakes takes={past} slug={shop.slug} />}
      </section>
    </Stack>
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
  const [category, setCategory] = useState('');
  const { data: categories = [] } = useQuery(categoriesQuery(shop.shopId));
  const options = categories.flatMap(({ id, name, children }) => [
    { value: `${id}`, label: nameOf(name) },
    ...children.map((child) => ({ value: `${child.id}`, label: `${nameOf(name)} › ${nameOf(child.name)}` })),
  ]);
  const { send, isSending, refusal } = useChange(startStockTake, {
    failed: 'stockTake.notStarted',
    onDone: ({ id }) => navigate(`/${shop.slug}/admin/stock/takes/${id}`),
  });
  const start = () =>
    send({ params: { shopId: shop.shopId }, body: { category_id: category === '' ? null : Number(category) } });
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
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row>
        <Button disabled={isSending} onClick={start}>
          {t('stockTake.start')}
        </Button>
      </Row>
    </Card>
  );
}

function PastTakes({ takes, slug }: { takes: readonly StockTakeSummary[]; slug: string }) {
  return <DataTable columns={useColumns(takes, slug)} rows={takes} keyOf={({ id }) => id} />;
}

/** Amounts are columns only where this user sees any. */
function useColumns(takes: readonly StockTakeSummary[], slug: string): Column<StockTakeSummary>[] {
  const t = useText();
  const amount = (rupees: number | null) => (rupees === null ? '–' : formatRupees(rupees));
  const value: Column<StockTakeSummary> = {
    key: 'value',
    head: t('stockTake.value'),
    cell: (take) => amount(take.value),
  };
  const cost: Column<StockTakeSummary> = {
    key: 'cost',
    head: t('stockTake.costValue'),
    cell: (take) => amount(take.cost_value),
  };
  return [
    { key: 'date', head: t('stockTake.date'), cell: (take) => <TakeLink take={take} slug={slug} /> },
    { key: 'counted', head: t('stockTake.counted'), cell: ({ counted }) => counted },
    { key: 'differing', head: t('stockTake.differing'), cell: ({ differing }) => differing },
    { key: 'pieces', head: t('stockTake.pieces'), cell: ({ pieces }) => signed(pieces) },
    ...(takes.some((take) => take.value !== null) ? [value] : []),
    ...(takes.some((take) => take.cost_value !== null) ? [cost] : []),
  ];
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
