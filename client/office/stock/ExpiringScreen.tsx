import { type ExpiringBatch, listExpiring } from '@haat/contract/stock/stock-lists.calls';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { Stack } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { useDayText } from '../../i18n/use-day-text.ts';
import looks from '../../ui/looks.module.css';
import { stockText } from './signed.ts';
import { StockPage } from './StockPage.tsx';
import { VariantName } from './VariantName.tsx';
import { WriteOff } from './WriteOff.tsx';
import styles from './Stock.module.css';

const DAYS = [7, 30, 90] as const;

/** The batches that have expired or will soon, with the quantity probably left of each. */
export function ExpiringScreen() {
  const t = useText();
  const shop = useGuardedShop();
  const [days, setDays] = useState<(typeof DAYS)[number]>(30);
  const input = { params: { shopId: shop.shopId }, query: { days: `${days}` } };
  const read = useCall(listExpiring, input, { staleTime: 0, placeholderData: keepPreviousData });
  return (
    <StockPage shop={shop} tab="expiring">
      <Loaded read={read} failed="stock.loadFailed" waiting={<Skeleton height="480px" radius="var(--radius-card)" />}>
        {({ batches }) => (
          <Stack gap={4}>
            <FilterChips
              label={t('expiring.within')}
              chips={DAYS.map((value) => ({ value, label: t('expiring.days', { count: value }) }))}
              chosen={days}
              onChoose={setDays}
            />
            {batches.length === 0 ? (
              <EmptyState text={t('expiring.none')} />
            ) : (
              <Batches batches={batches} shop={shop} />
            )}
          </Stack>
        )}
      </Loaded>
    </StockPage>
  );
}

function Batches({ batches, shop }: { batches: readonly ExpiringBatch[]; shop: GuardedShop }) {
  const t = useText();
  const columns = useColumns(shop);
  return (
    <>
      <p className={styles.quiet}>{t('expiring.rule')}</p>
      <DataTable label={t('stock.tab.expiring')} columns={columns} rows={batches} keyOf={({ id }) => id} />
    </>
  );
}

function useColumns(shop: GuardedShop): Column<ExpiringBatch>[] {
  const t = useText();
  const dayText = useDayText();
  return [
    {
      key: 'product',
      head: t('productList.product'),
      cell: (batch) => <VariantName variant={batch} slug={shop.slug} />,
    },
    {
      key: 'best_before',
      head: t('purchase.bestBefore'),
      cell: ({ days_left, best_before }) => (
        <>
          <strong className={days_left < 0 ? looks.danger : undefined}>
            {days_left < 0 ? t('expiring.expired') : t('expiring.daysLeft', { count: days_left })}
          </strong>
          <span className={styles.quiet}>{dayText.long(best_before)}</span>
        </>
      ),
    },
    {
      key: 'left',
      head: t('expiring.left'),
      cell: ({ left, bought, supplier, stock_unit: unit }) => (
        <>
          {t('expiring.leftOf', { left: stockText(left, unit), bought: stockText(bought, unit) })}
          {supplier === null ? null : <span className={styles.quiet}>{supplier}</span>}
        </>
      ),
    },
    {
      key: 'write_off',
      head: t('stock.writeOff'),
      cell: (batch) => <WriteOff shopId={shop.shopId} variant={batch} most={batch.left} batchId={batch.id} />,
    },
  ];
}
