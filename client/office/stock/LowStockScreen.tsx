import {
  type LowStockView,
  type LowVariant,
  setLowStockLevel,
  setReorderLevel,
} from '@haat/contract/stock/stock-lists.calls';
import { isStockText } from '@haat/contract/catalog/product-input';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { withPlainNumber } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { useMay } from '../../shared/session/shop-role.ts';
import { StockPage } from './StockPage.tsx';
import { lowStockQuery, STOCK_KEYS } from './stock-queries.ts';
import { useVariantText, VariantName } from './VariantName.tsx';
import styles from './Stock.module.css';

/** Low and sold-out products, the stock at which each counts as low, and links to a purchase. */
export function LowStockScreen() {
  const t = useText();
  const shop = useGuardedShop();
  const { data: low, error, refetch } = useQuery(lowStockQuery(shop.shopId));
  return (
    <StockPage shop={shop} tab="low">
      {error && !low ? <LoadFailure text={t('stock.loadFailed')} onRetry={() => void refetch()} /> : null}
      {!low && !error ? <Skeleton height="480px" radius="var(--radius-card)" /> : null}
      {low ? <LowStock low={low} shop={shop} /> : null}
    </StockPage>
  );
}

type Props = { low: LowStockView; shop: GuardedShop };

function LowStock({ low, shop }: Props) {
  const t = useText();
  const changesCatalog = useMay('catalog');
  const { save, problem } = useLevels(shop.shopId);
  const purchase = `/${shop.slug}/admin/stock/purchases/new`;
  return (
    <Stack gap={4}>
      <Row justify="between">
        {changesCatalog ? (
          <LevelBox label={t('lowStock.level')} level={low.level} onLevel={(level) => save({ level })} hasLabel />
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
      {low.variants.length === 0 ? <EmptyState text={t('lowStock.none')} /> : null}
      {low.variants.length > 0 ? (
        <table className={styles.table} aria-label={t('stock.tab.low')}>
          <thead>
            <tr>
              <th scope="col">{t('productList.product')}</th>
              <th scope="col">{t('productList.stock')}</th>
              <th scope="col">{t('lowStock.sold')}</th>
              <th scope="col">{t('lowStock.lowAt')}</th>
              {shop.canManage ? <th scope="col">{t('purchase.title')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {low.variants.map((variant) => (
              <LowRow
                key={variant.variant_id}
                variant={variant}
                shop={shop}
                onLevel={(level) => save({ variantId: variant.variant_id, level })}
              />
            ))}
          </tbody>
        </table>
      ) : null}
    </Stack>
  );
}

type LowRowProps = { variant: LowVariant; shop: GuardedShop; onLevel: (level: number) => void };

function LowRow({ variant, shop, onLevel }: LowRowProps) {
  const t = useText();
  const changesCatalog = useMay('catalog');
  const name = useVariantText()(variant);
  return (
    <tr>
      <th scope="row">
        <VariantName variant={variant} slug={shop.slug} />
      </th>
      <td data-label={t('productList.stock')}>
        <strong className={variant.stock === 0 ? styles.loss : undefined}>{variant.stock}</strong>
      </td>
      <td data-label={t('lowStock.sold')}>{variant.sold}</td>
      <td data-label={t('lowStock.lowAt')}>
        {changesCatalog ? (
          <LevelBox label={t('lowStock.lowAtOf', { name })} level={variant.level} onLevel={onLevel} />
        ) : (
          variant.level
        )}
      </td>
      {shop.canManage ? (
        <td data-label={t('purchase.title')}>
          <Link
            className={buttonClass('quiet')}
            aria-label={t('lowStock.buyOf', { name })}
            to={`/${shop.slug}/admin/stock/purchases/new?variants=${variant.variant_id}`}
          >
            {t('lowStock.buy')}
          </Link>
        </td>
      ) : null}
    </tr>
  );
}

type LevelBoxProps = { label: string; level: number; onLevel: (level: number) => void; hasLabel?: boolean };

/** A number that is saved when the field is left. */
function LevelBox({ label, level, onLevel, hasLabel = false }: LevelBoxProps) {
  const [typed, setTyped] = useState<string>();
  const draft = typed ?? String(level);
  const commit = () => {
    setTyped(undefined);
    if (isStockText(draft) && Number(draft) !== level) onLevel(Number(draft));
  };
  return (
    <label className={styles.level}>
      <span className={hasLabel ? undefined : 'visually-hidden'}>{label}</span>
      <input
        className={`${styles.note} ${styles.number}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={draft}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(withPlainNumber(event).target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
  );
}

function useLevels(shopId: number) {
  const queries = useQueryClient();
  const refusal = useRefusalText('lowStock.notSaved');
  const { mutate, error } = useMutation({
    mutationFn: ({ variantId, level }: { variantId?: number; level: number }) =>
      variantId === undefined
        ? call(setLowStockLevel, { params: { shopId }, body: { level } })
        : call(setReorderLevel, { params: { shopId, variantId }, body: { level } }),
    onSuccess: (low) => queries.setQueryData(STOCK_KEYS.low(shopId), low),
  });
  return { save: mutate, problem: refusal(error) };
}
