import { getStats, type StatsView } from '@haat/contract/money/reports.calls';
import { formatStock } from '@haat/contract/catalog/stock-unit';
import { formatRupees } from '@haat/contract/rupees';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import looks from '../../ui/looks.module.css';
import { MoneyChart } from './MoneyChart.tsx';
import styles from './ShopStats.module.css';

type ShopStatsProps = {
  /** Without empty charts, and before the shop has products without all of it. */
  isNew?: boolean;
  /** What stands above it is not known yet. */
  isWaiting?: boolean;
  /** Above it, from the moment when both are known: neither must move the other. */
  children?: ReactNode;
};

/** The stats of a shop: today, open orders, money of the last 14 days, best sellers and low stock. */
export function ShopStats(props: ShopStatsProps) {
  const { shopId } = useSession();
  return shopId === undefined ? null : <Stats {...props} shopId={shopId} />;
}

// Refetched with the shop's orders (`useShopOrdersLive`); there is no event at midnight.
const LIVE = { staleTime: 0, refetchInterval: 60_000 };

function Stats({ shopId, isNew = false, isWaiting = false, children }: ShopStatsProps & { shopId: number }) {
  const t = useText();
  const { data: stats, error, refetch } = useCall(getStats, { params: { shopId } }, LIVE);
  if (isWaiting || !(stats || error)) {
    return (
      <Stack gap={4} className={`${styles.stats} ${styles.coming}`}>
        <Skeleton height="96px" radius="var(--radius-card)" />
        <Skeleton height="220px" radius="var(--radius-card)" />
      </Stack>
    );
  }
  return (
    <>
      {children}
      {stats ? (
        <StatsOf stats={stats} isNew={isNew} />
      ) : (
        <LoadFailure text={t('stats.loadFailed')} onRetry={() => void refetch()} />
      )}
    </>
  );
}

function StatsOf({ stats, isNew }: { stats: StatsView; isNew: boolean }) {
  const t = useText();
  const hasSold = !isNew || stats.days.some(({ ordered, received, refunded }) => ordered + received + refunded > 0);
  if (!hasSold && !stats.has_products) return null;
  return (
    <Stack as="section" gap={4} className={styles.stats} aria-label={t('stats.title')}>
      <StatTiles stats={stats} />
      {hasSold ? <MoneyChart days={stats.days} title={t('stats.lastDays', { count: stats.days.length })} /> : null}
      <div className={styles.lists}>
        {hasSold ? <BestSellers products={stats.best_sellers} /> : null}
        {stats.has_products ? <LowStock variants={stats.low_stock} total={stats.low_stock_count} /> : <NoProducts />}
      </div>
    </Stack>
  );
}

type Props = { stats: StatsView };

/** Today's ordered and received amounts, and pending work, each with a link to more. */
function StatTiles({ stats: { today, to_collect, open_orders, low_stock_count } }: Props) {
  const t = useText();
  const { shopSlug } = useSession();
  return (
    <Row as="ul" align="stretch" className={styles.tiles}>
      <LinkTile
        to={`/${shopSlug}/admin/reports?period=today`}
        label={t('stats.orderedToday')}
        value={formatRupees(today.ordered)}
        more={t('stats.orders', { count: today.orders })}
      />
      <LinkTile
        to={`/${shopSlug}/admin/cash-report`}
        label={t('stats.receivedToday')}
        value={formatRupees(today.received)}
        more={today.refunded > 0 ? t('money.refundedSum', { sum: formatRupees(today.refunded) }) : undefined}
      />
      <LinkTile
        to={`/${shopSlug}/admin/cash-report`}
        label={t('stats.toCollect')}
        value={formatRupees(to_collect.amount)}
        more={t('stats.orders', { count: to_collect.orders })}
      />
      <LinkTile
        to={`/${shopSlug}/shop-orders`}
        label={t('stats.openOrders')}
        value={open_orders}
        isWaiting={open_orders > 0}
      />
      <LinkTile
        to={`/${shopSlug}/admin/products?status=low`}
        label={t('stats.lowStock')}
        value={low_stock_count}
        isWaiting={low_stock_count > 0}
      />
    </Row>
  );
}

type LinkTileProps = {
  to: string;
  label: string;
  value: string | number;
  more?: string | undefined;
  /** Something is to be done. */
  isWaiting?: boolean;
};

function LinkTile({ to, label, value, more, isWaiting = false }: LinkTileProps) {
  return (
    <li>
      <Link className={styles.tile} to={to}>
        <span className={looks.hint}>{label}</span>
        <strong className={isWaiting ? `${styles.value} ${styles.waiting}` : styles.value}>{value}</strong>
        {more ? <span className={looks.hint}>{more}</span> : null}
      </Link>
    </li>
  );
}

type BestSellersProps = { products: StatsView['best_sellers'] };

/** The products that sold most in the days of the chart, by pieces. */
function BestSellers({ products }: BestSellersProps) {
  const t = useText();
  const rows = products.map(({ product_id, name, quantity, ordered }) => ({
    key: product_id,
    name,
    value: t('stats.sold', { count: quantity }),
    more: formatRupees(ordered),
  }));
  return <StatList title={t('stats.bestSellers')} empty={t('stats.nothingSold')} rows={rows} />;
}

type LowStockProps = { variants: StatsView['low_stock']; total: number };

/** Variants with low stock, lowest first, with links to edit them. */
function LowStock({ variants, total }: LowStockProps) {
  const t = useText();
  const { shopSlug } = useSession();
  const rows = variants.map(({ product_id, variant_id, name, option, stock, stock_unit: unit }) => ({
    key: variant_id,
    name: option === null ? name : `${name} · ${option}`,
    value:
      stock === 0
        ? t('stats.soldOut')
        : unit === 'piece'
          ? t('stats.left', { count: stock })
          : t('stock.inStock', { amount: formatStock(stock, unit) }),
    to: `/${shopSlug}/admin/edit-product/${product_id}`,
  }));
  const more = total - variants.length;
  return (
    <StatList title={t('stats.runsOut')} empty={t('stats.plenty')} rows={rows}>
      {more > 0 ? t('stats.andMore', { count: more }) : null}
    </StatList>
  );
}

/** In place of the low stock of a shop that has nothing to sell yet. */
function NoProducts() {
  const t = useText();
  const { shopSlug } = useSession();
  return (
    <Card as="section" gap={2} className={styles.box} aria-label={t('menu.products')}>
      <h2>{t('menu.products')}</h2>
      <p className={looks.muted}>{t('stats.noProducts')}</p>
      <Link className={buttonClass('secondary')} to={`/${shopSlug}/admin/add-product`}>
        {t('addProduct.title')}
      </Link>
    </Card>
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
      {rows.length === 0 ? <p className={looks.muted}>{empty}</p> : null}
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
      {children ? <p className={looks.muted}>{children}</p> : null}
    </Card>
  );
}
