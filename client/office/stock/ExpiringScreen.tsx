import type { ExpiringView } from '@haat/contract/stock/stock-lists.calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Stack } from '../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { useDayText } from '../../i18n/use-day-text.ts';
import { StockPage } from './StockPage.tsx';
import { expiringQuery } from './stock-queries.ts';
import { VariantName } from './VariantName.tsx';
import { WriteOff } from './WriteOff.tsx';
import styles from './Stock.module.css';

const DAYS = [7, 30, 90] as const;

/** The batches that have expired or will soon, with the quantity probably left of each. */
export function ExpiringScreen() {
  const t = useText();
  const shop = useGuardedShop();
  const [days, setDays] = useState<(typeof DAYS)[number]>(30);
  const { data, error, refetch } = useQuery({
    ...expiringQuery(shop.shopId, days),
    placeholderData: keepPreviousData,
  });
  return (
    <StockPage shop={shop} tab="expiring">
      {error && !data ? <LoadFailure text={t('stock.loadFailed')} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height="480px" radius="var(--radius-card)" /> : null}
      {data ? (
        <Stack gap={4}>
          <FilterChips
            label={t('expiring.within')}
            chips={DAYS.map((value) => ({ value, label: t('expiring.days', { count: value }) }))}
            chosen={days}
            onChoose={setDays}
          />
          {data.batches.length === 0 ? <EmptyState text={t('expiring.none')} /> : <Batches view={data} shop={shop} />}
        </Stack>
      ) : null}
    </StockPage>
  );
}

function Batches({ view, shop }: { view: ExpiringView; shop: GuardedShop }) {
  const t = useText();
  const dayText = useDayText();
  return (
    <>
      <p className={styles.quiet}>{t('expiring.rule')}</p>
      <table className={styles.table} aria-label={t('stock.tab.expiring')}>
        <thead>
          <tr>
            <th scope="col">{t('productList.product')}</th>
            <th scope="col">{t('purchase.bestBefore')}</th>
            <th scope="col">{t('expiring.left')}</th>
            <th scope="col">{t('stock.writeOff')}</th>
          </tr>
        </thead>
        <tbody>
          {view.batches.map((batch) => (
            <tr key={batch.id}>
              <th scope="row">
                <VariantName variant={batch} slug={shop.slug} />
              </th>
              <td data-label={t('purchase.bestBefore')}>
                <strong className={batch.days_left < 0 ? styles.loss : undefined}>
                  {batch.days_left < 0 ? t('expiring.expired') : t('expiring.daysLeft', { count: batch.days_left })}
                </strong>
                <span className={styles.quiet}>{dayText.long(batch.best_before)}</span>
              </td>
              <td data-label={t('expiring.left')}>
                {t('expiring.leftOf', { left: batch.left, bought: batch.bought })}
                {batch.supplier === null ? null : <span className={styles.quiet}>{batch.supplier}</span>}
              </td>
              <td data-label={t('stock.writeOff')}>
                <WriteOff shopId={shop.shopId} variant={batch} most={batch.left} batchId={batch.id} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
