import {
  exportPurchases,
  listPurchases,
  listSuppliers,
  type PurchaseSummary,
} from '@haat/contract/stock/purchases.calls';
import { formatRupees } from '@haat/contract/rupees';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { pathOf } from '../../lib/api.ts';
import { afterLast, callPages } from '../../lib/call-pages.ts';
import { useCall } from '../../lib/call-query.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { useDayText } from '../../i18n/use-day-text.ts';
import { StockPage } from './StockPage.tsx';
import styles from './Stock.module.css';

type PurchaseFilter = { supplier_id?: string | undefined; from?: string | undefined; to?: string | undefined };

const PAGE_SIZE = 20;

const purchasesQuery = (shopId: number, filter: PurchaseFilter) => ({
  ...callPages(
    listPurchases,
    { params: { shopId }, query: { ...filter, limit: PAGE_SIZE } },
    { next: ({ purchases }) => afterLast(PAGE_SIZE)(purchases) },
  ),
  staleTime: 0,
  placeholderData: keepPreviousData,
});

/** The purchases of the shop: by supplier and day, with the sum, as a file, too. */
export function PurchasesScreen() {
  const t = useText();
  const shop = useGuardedShop();
  const [filter, setFilter] = useState<PurchaseFilter>({});
  const { data: suppliers = [] } = useCall(listSuppliers, { params: { shopId: shop.shopId } });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    purchasesQuery(shop.shopId, filter),
  );
  const sums = data?.pages[0];
  const purchases = data?.pages.flatMap((page) => page.purchases) ?? [];
  return (
    <StockPage shop={shop} tab="purchases">
      <Stack gap={4}>
        <Row>
          <Link className={buttonClass()} to={`/${shop.slug}/admin/stock/purchases/new`}>
            {t('purchase.new')}
          </Link>
          <Download shopId={shop.shopId} filter={filter} />
        </Row>
        <Row gap={3}>
          <SelectField
            label={t('purchase.supplier')}
            options={suppliers.map(({ id, name }) => ({ value: `${id}`, label: name }))}
            placeholder={t('purchase.allSuppliers')}
            value={filter.supplier_id ?? ''}
            onChange={({ target }) => setFilter({ ...filter, supplier_id: target.value || undefined })}
          />
          <Field
            label={t('purchase.from')}
            type="date"
            value={filter.from ?? ''}
            onChange={({ target }) => setFilter({ ...filter, from: target.value || undefined })}
          />
          <Field
            label={t('purchase.to')}
            type="date"
            value={filter.to ?? ''}
            onChange={({ target }) => setFilter({ ...filter, to: target.value || undefined })}
          />
        </Row>
        {error ? <LoadFailure text={t('stock.loadFailed')} onRetry={() => void refetch()} /> : null}
        {sums ? (
          <p>
            {t('purchase.sum', { count: sums.count })} <strong>{formatRupees(sums.total)}</strong>
          </p>
        ) : null}
        {sums && purchases.length === 0 ? <EmptyState text={t('purchase.none')} /> : null}
        {purchases.length > 0 ? <PurchaseTable purchases={purchases} slug={shop.slug} /> : null}
      </Stack>
      {hasNextPage ? (
        <LoadMore label={t('stock.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      ) : null}
    </StockPage>
  );
}

function Download({ shopId, filter }: { shopId: number; filter: PurchaseFilter }) {
  const t = useText();
  const { download, isDownloading, problem } = useDownload('cashReport.saveFailed');
  const path = pathOf(exportPurchases, { params: { shopId }, query: filter });
  return (
    <>
      <Button look="secondary" disabled={isDownloading} onClick={() => download(path)}>
        {t('cashReport.save')}
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </>
  );
}

function PurchaseTable({ purchases, slug }: { purchases: readonly PurchaseSummary[]; slug: string }) {
  const t = useText();
  const columns = useColumns(slug);
  return <DataTable label={t('stock.tab.purchases')} columns={columns} rows={purchases} keyOf={({ id }) => id} />;
}

function useColumns(slug: string): Column<PurchaseSummary>[] {
  const t = useText();
  const dayText = useDayText();
  return [
    {
      key: 'supplier',
      head: t('purchase.supplier'),
      cell: (purchase) => <PurchaseLink purchase={purchase} slug={slug} />,
    },
    { key: 'day', head: t('purchase.day'), cell: ({ day }) => dayText.long(day) },
    { key: 'pieces', head: t('stock.pieces'), cell: ({ pieces }) => pieces },
    { key: 'total', head: t('purchase.total'), cell: ({ total }) => formatRupees(total) },
  ];
}

function PurchaseLink({ purchase, slug }: { purchase: PurchaseSummary; slug: string }) {
  const t = useText();
  const { id, supplier, invoice_number, by } = purchase;
  return (
    <Link className={styles.variant} to={`/${slug}/admin/stock/purchases/${id}`}>
      <span>{supplier ?? t('purchase.noSupplier')}</span>
      <span className={styles.quiet}>{[invoice_number, stateText(), by].filter(Boolean).join(' · ')}</span>
    </Link>
  );

  function stateText(): string | undefined {
    if (purchase.state === 'draft') return t('purchase.draft');
    if (purchase.reverses_id !== null) return t('purchase.reversal');
    return purchase.reversed_by_id === null ? undefined : t('purchase.reversed');
  }
}
