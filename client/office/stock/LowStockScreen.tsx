import {
  getLowStock,
  type LowStockView,
  type LowVariant,
  setLowStockLevel,
  setReorderLevel,
} from '@haat/contract/stock/stock-lists.calls';
import { formatStock, keptOf, PIECES, type StockKept } from '@haat/contract/catalog/stock-unit';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import looks from '../../ui/looks.module.css';
import { useChange } from '../../ui/use-change.ts';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { useMay } from '../../shared/session/shop-role.ts';
import { StockPage } from './StockPage.tsx';
import { useTypedStock } from './use-typed-stock.ts';
import { useVariantText, VariantName } from './VariantName.tsx';
import styles from './Stock.module.css';

/** Low and sold-out products, the stock at which each counts as low, and links to a purchase. */
export function LowStockScreen() {
  const shop = useGuardedShop();
  const read = useCall(getLowStock, { params: { shopId: shop.shopId } }, { staleTime: 0 });
  return (
    <StockPage shop={shop} tab="low">
      <Loaded read={read} failed="stock.loadFailed" waiting={<Skeleton height="480px" radius="var(--radius-card)" />}>
        {(low) => <LowStock low={low} shop={shop} />}
      </Loaded>
    </StockPage>
  );
}

type Props = { low: LowStockView; shop: GuardedShop };

function LowStock({ low, shop }: Props) {
  const t = useText();
  const changesCatalog = useMay('catalog');
  const { saveOfShop, save, problem } = useLevels(shop.shopId);
  const columns = useColumns(shop, save);
  const purchase = `/${shop.slug}/admin/stock/purchases/new`;
  return (
    <Stack gap={4}>
      <Row justify="between">
        {changesCatalog ? (
          <LevelBox label={t('lowStock.level')} level={low.level} onLevel={saveOfShop} hasLabel />
        ) : null}
        {shop.canManage && low.variants.length > 0 ? (
          <Link
            className={buttonClass('secondary')}
            to={`${purchase}?variants=${low.variants.map(({ variant_id }) => variant_id).join(',')}`}
          >
            {t('lowStock.buyAll')}
          </Link>
        ) : null}
      </Row>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {low.variants.length === 0 ? (
        <EmptyState text={t('lowStock.none')} />
      ) : (
        <DataTable
          label={t('stock.tab.low')}
          columns={columns}
          rows={low.variants}
          keyOf={({ variant_id: id }) => id}
        />
      )}
    </Stack>
  );
}

function useColumns(shop: GuardedShop, save: (variant: LowVariant, level: number) => void): Column<LowVariant>[] {
  const t = useText();
  const textOf = useVariantText();
  const changesCatalog = useMay('catalog');
  const buy: Column<LowVariant> = {
    key: 'buy',
    head: t('purchase.title'),
    cell: (variant) => (
      <Link
        className={buttonClass('quiet')}
        aria-label={t('lowStock.buyOf', { name: textOf(variant) })}
        to={`/${shop.slug}/admin/stock/purchases/new?variants=${variant.variant_id}`}
      >
        {t('lowStock.buy')}
      </Link>
    ),
  };
  return [
    {
      key: 'product',
      head: t('productList.product'),
      cell: (variant) => <VariantName variant={variant} slug={shop.slug} />,
    },
    {
      key: 'stock',
      head: t('productList.stock'),
      cell: ({ stock, stock_unit: unit }) => (
        <strong className={stock === 0 ? looks.danger : undefined}>{formatStock(stock, unit)}</strong>
      ),
    },
    { key: 'sold', head: t('lowStock.sold'), cell: ({ sold, stock_unit: unit }) => formatStock(sold, unit) },
    {
      key: 'level',
      head: t('lowStock.lowAt'),
      cell: (variant) =>
        changesCatalog ? (
          <LevelBox
            label={t('lowStock.lowAtOf', { name: textOf(variant) })}
            level={variant.level}
            kept={keptOf(variant)}
            onLevel={(level) => save(variant, level)}
          />
        ) : (
          formatStock(variant.level, variant.stock_unit)
        ),
    },
    ...(shop.canManage ? [buy] : []),
  ];
}

type LevelBoxProps = {
  label: string;
  level: number;
  kept?: StockKept;
  onLevel: (level: number) => void;
  hasLabel?: boolean;
};

/** An amount that is saved when the field is left. */
function LevelBox({ label, level, kept = PIECES, onLevel, hasLabel = false }: LevelBoxProps) {
  const input = useTypedStock({ amount: level, kept, onAmount: onLevel });
  return (
    <label className={styles.level}>
      <span className={hasLabel ? undefined : 'visually-hidden'}>{label}</span>
      <input className={`${styles.note} ${styles.number}`} {...input} />
    </label>
  );
}

function useLevels(shopId: number) {
  const ofShop = useChange(setLowStockLevel, { failed: 'lowStock.notSaved' });
  const ofVariant = useChange(setReorderLevel, { failed: 'lowStock.notSaved' });
  return {
    saveOfShop: (level: number) => {
      ofVariant.reset();
      ofShop.send({ params: { shopId }, body: { level } });
    },
    save: ({ variant_id: variantId, stock_unit }: LowVariant, level: number) => {
      ofShop.reset();
      ofVariant.send({ params: { shopId, variantId }, body: { level, stock_unit } });
    },
    problem: ofShop.refusal ?? ofVariant.refusal,
  };
}
