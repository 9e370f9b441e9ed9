import { getStats, type StatsView } from '@haat/contract/api/reports';
import { formatRupees } from '@haat/contract/rules/rupees';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { Card, Stack } from '../../ui/Card.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { RevenueChart } from './RevenueChart.tsx';
import styles from './ShopStats.module.css';

/** The stats of a shop: today, open orders, revenue of the last 14 days, best sellers and low stock. */
export function ShopStats() {
  const { shopId } = useSession();
  return shopId === undefined ? null : <Stats shopId={shopId} />;
}

function Stats({ shopId }: { shopId: number }) {
  const t = useText();
  const { data: stats, error, refetch } = useQuery(statsQuery(shopId));
  if (stats) {
    return (
      <Stack as="section" gap={4} className={styles.stats} aria-label={t('stats.title')}>
        <StatTiles stats={stats} />
        <RevenueChart days={stats.days} />
        <div className={styles.lists}>
          <BestSellers products={stats.best_sellers} />
          <LowStock variants={stats.low_stock} total={stats.low_stock_count} />
        </div>
      </Stack>
    );
  }
  if (error) return <LoadFailure text={t('stats.loadFailed')} onRetry={() => void refetch()} />;
  return (
    <Stack gap={4} className={`${styles.stats} ${styles.coming}`}>
      <Skeleton height="96px" radius="var(--radius-card)" />
      <Skeleton height="220px" radius="var(--radius-card)" />
    </Stack>
  );
}

/** Refetched with the shop's orders (`useShopOrdersLive`). */
const statsQuery = (shopId: number) =>
  queryOptions({
    queryKey: BACK_OFFICE_QUERY_KEYS.stats(shopId),
    queryFn: ({ signal }) => call(getStats, { params: { shopId }, signal }),
    staleTime: 0,
    // There is no event at midnight.
    refetchInterval: 60_000,
  });

type Props = { stats: StatsView };

/** Four numbers of today; open orders and low stock are links. */
function StatTiles({ stats: { today, open_orders, low_stock_count } }: Props) {
  const t = useText();
  const { shopSlug } = useSession();
  return (
    <ul className={styles.tiles}>
      <li className={styles.tile}>
        <span className={styles.label}>{t('stats.ordersToday')}</span>
        <strong className={styles.value}>{today.orders}</strong>
      </li>
      <li className={styles.tile}>
        <span className={styles.label}>{t('stats.revenueToday')}</span>
        <strong className={styles.value}>{formatRupees(today.revenue)}</strong>
      </li>
      <li>
        <Link className={styles.tile} to={`/${shopSlug}/shop-orders`}>
          <span className={styles.label}>{t('stats.openOrders')}</span>
          <strong className={open_orders > 0 ? `${styles.value} ${styles.waiting}` : styles.value}>
            {open_orders}
          </strong>
        </Link>
      </li>
      <li>
        <Link className={styles.tile} to={`/${shopSlug}/admin/products?status=low`}>
          <span className={styles.label}>{t('stats.lowStock')}</span>
          <strong className={low_stock_count > 0 ? `${styles.value} ${styles.waiting}` : styles.value}>
            {low_stock_count}
          </strong>
        </Link>
      </li>
    </ul>
  );
}

type BestSellersProps = { products: StatsView['best_sellers'] };

/** The products that sold most in the days of the chart, by pieces. */
function BestSellers({ products }: BestSellersProps) {
  const t = useText();
  const rows = products.map(({ product_id, name, quantity, revenue }) => ({
    key: product_id,
    name,
    value: t('stats.pieces', { count: quantity }),
    more: formatRupees(revenue),
  }));
  return <StatList title={t('stats.bestSellers')} empty={t('stats.nothingSold')} rows={rows} />;
}

type LowStockProps = { variants: StatsView['low_stock']; total: number };

/** Variants with low stock, lowest first, with links to edit them. */
function LowStock({ variants, total }: LowStockProps) {
  const t = useText();
  const { shopSlug } = useSession();
  const rows = variants.map(({ product_id, variant_id, name, option, stock }) => ({
    key: variant_id,
    name: option === null ? name : `${name} · ${option}`,
    value: stock === 0 ? t('stats.soldOut') : t('stats.left', { count: stock }),
    to: `/${shopSlug}/admin/edit-product/${product_id}`,
  }));
  const more = total - variants.length;
  return (
    <StatList title={t('stats.runsOut')} empty={t('stats.plenty')} rows={rows}>
      {more > 0 ? t('stats.andMore', { count: more }) : null}
    </StatList>
  );
}

type Row = { key: number; name: string; value: string; more?: string; to?: string };
type StatListProps = { title: string; empty: string; rows: Row[]; children?: ReactNode };

/** A short list of names with a number each. */
function StatList({ title, empty, rows, children }: StatListProps) {
  const titleId = useId();
  return (
    <Card as="section" gap={2} className={styles.box} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {rows.length === 0 ? <p className={styles.quiet}>{empty}</p> : null}
      <ul>
        {rows.map(({ key, name, value, more, to }) => (
          <li key={key} className={styles.row}>
            {to ? (
              <Link className={styles.name} to={to}>
                {name}
              </Link>
            ) : (
              <span className={styles.name}>{name}</span>
            )}
            <span className={styles.amount}>{value}</span>
            {more ? <span className={styles.more}>{more}</span> : null}
          </li>
        ))}
      </ul>
      {children ? <p className={styles.quiet}>{children}</p> : null}
    </Card>
  );
}
