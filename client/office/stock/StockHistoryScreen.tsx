import { formatStock } from '@haat/contract/catalog/stock-unit';
import { getStockHistory, type StockChange } from '@haat/contract/stock/stock-lists.calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { afterLast, callPages } from '../../lib/call-pages.ts';
import { Row } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import looks from '../../ui/looks.module.css';
import { ConvertStock } from './ConvertStock.tsx';
import { signed, stockText } from './signed.ts';
import { useMay } from '../../shared/session/shop-role.ts';
import { StockPage } from './StockPage.tsx';
import { useIdInPath } from './use-id-in-path.ts';
import { useVariantText } from './VariantName.tsx';
import { WriteOff } from './WriteOff.tsx';
import styles from './Stock.module.css';

const PAGE_SIZE = 50;

const stockHistoryQuery = (shopId: number, variantId: number) => ({
  ...callPages(
    getStockHistory,
    { params: { shopId, variantId }, query: { limit: PAGE_SIZE } },
    { next: ({ changes }) => afterLast(PAGE_SIZE)(changes) },
  ),
  staleTime: 0,
});

/** All changes of the stock of a variant, with the stock after each. */
export function StockHistoryScreen() {
  const t = useText();
  const textOf = useVariantText();
  const shop = useGuardedShop();
  const { pathname } = useLocation();
  const { shopId, slug } = shop;
  const changesCatalog = useMay('catalog');
  const columns = useColumns(shop);
  const variantId = useIdInPath();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    stockHistoryQuery(shopId, variantId),
  );
  const variant = data?.pages[0];
  const changes = data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <StockPage shop={shop} title={variant ? textOf(variant) : t('stock.history')}>
      {error && !variant ? <LoadFailure text={t('stock.loadFailed')} onRetry={() => void refetch()} /> : null}
      {!variant && !error ? <Skeleton height="480px" radius="var(--radius-card)" /> : null}
      {variant ? (
        <p className={styles.lead}>
          {t('stock.inStock', { amount: stockText(variant.stock, variant.stock_unit) })}
          {changesCatalog ? (
            <>
              {' · '}
              <Link to={`/${slug}/admin/edit-product/${variant.product_id}`} state={{ from: pathname }}>
                {t('stock.editProduct')}
              </Link>
            </>
          ) : null}
        </p>
      ) : null}
      {variant ? (
        <Row>
          {variant.stock > 0 ? (
            <WriteOff shopId={shopId} variant={{ ...variant, variant_id: variantId }} most={variant.stock} />
          ) : null}
          {changesCatalog ? <ConvertStock shopId={shopId} variantId={variantId} variant={variant} /> : null}
        </Row>
      ) : null}
      {variant && changes.length === 0 ? <EmptyState text={t('stock.noHistory')} /> : null}
      {changes.length > 0 ? (
        <DataTable label={t('stock.history')} columns={columns} rows={changes} keyOf={({ id }) => id} />
      ) : null}
      {hasNextPage ? (
        <LoadMore label={t('stock.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      ) : null}
    </StockPage>
  );
}

function useColumns(shop: GuardedShop): Column<StockChange>[] {
  const t = useText();
  const { moment } = useTimeText();
  return [
    {
      key: 'change',
      head: t('stock.change'),
      cell: (change) => (
        <>
          <span className={styles.what}>
            {t(labelOf(change))} <Source change={change} shop={shop} />
          </span>
          <span className={styles.quiet}>{moment(change.at)}</span>
          {change.cause === null ? null : (
            <span className={styles.quiet}>{change.note ?? t(`stock.reason.${change.cause}`)}</span>
          )}
        </>
      ),
    },
    {
      key: 'pieces',
      head: t('stock.quantity'),
      // A conversion moves nothing.
      cell: ({ reason, delta, stock_unit: unit }) =>
        reason === 'conversion' ? (
          '–'
        ) : (
          <strong className={delta < 0 ? looks.danger : undefined}>{signed(delta, unit)}</strong>
        ),
    },
    {
      key: 'balance',
      head: t('stock.balance'),
      cell: ({ balance, stock_unit: unit }) => formatStock(balance, unit),
    },
    { key: 'by', head: t('stock.by'), cell: ({ by }) => by ?? '–' },
  ];
}

const labelOf = ({ reason, order }: StockChange) =>
  reason === 'sale' && order?.channel === 'counter' ? 'stock.ledger.counterSale' : (`stock.ledger.${reason}` as const);

/** The source of a change. */
function Source({ change: { order, stock_take_id, purchase_id }, shop }: { change: StockChange; shop: GuardedShop }) {
  const t = useText();
  const { slug } = shop;
  const seesOrders = useMay('orders');
  if (order && !seesOrders) return order.number;
  if (purchase_id !== null && !shop.canManage) return null;
  if (order) return <Link to={`/${slug}/orders/${order.id}/invoice`}>{order.number}</Link>;
  if (purchase_id !== null) return <Link to={`/${slug}/admin/stock/purchases/${purchase_id}`}>{t('stock.open')}</Link>;
  if (stock_take_id === null) return null;
  return <Link to={`/${slug}/admin/stock/takes/${stock_take_id}`}>{t('stock.open')}</Link>;
}
