import { listCounterSales } from '@haat/contract/orders/counter-sales.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { COUNTER_PHONE_DAYS, SALE_SEARCH_MAX } from '@haat/contract/orders/counter-sale';
import { formatRupees } from '@haat/contract/rupees';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProductName, useVariantLabel } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { afterLast, callPages, rowsOf } from '../../lib/call-pages.ts';
import { useSettled } from '../../lib/use-settled.ts';
import backOffice from '../../ui/BackOffice.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { counterPaymentText } from '../../shared/orders/counter-payment.ts';
import looks from '../../ui/looks.module.css';
import { ReturnSaleDialog } from './SoldNotice.tsx';

type Props = { shopId: number; onClose: () => void };

/** Finds a sale of the last weeks by its receipt number, amount, items or day, to take items of it back. */
export function FindSaleDialog({ shopId, onClose }: Props) {
  const t = useText();
  const [search, setSearch] = useState('');
  const [day, setDay] = useState('');
  const [chosen, setChosen] = useState<OrderView>();
  const stopChoosing = () => setChosen(undefined);
  return (
    <Dialog label={t('counterSale.find')} shape="sheet" onClose={onClose}>
      <Stack>
        <h2>{t('counterSale.find')}</h2>
        <p className={looks.note}>{t('counterSale.findHow', { days: COUNTER_PHONE_DAYS })}</p>
        <div className={backOffice.pair}>
          <Field
            label={t('counterSale.findSearch')}
            type="search"
            autoComplete="off"
            autoFocus
            maxLength={SALE_SEARCH_MAX}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <Field
            label={t('counterSale.findDay')}
            type="date"
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </div>
        <Sales shopId={shopId} search={useSettled(search.trim(), 200)} day={day} onChoose={setChosen} />
        <Button look="secondary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Stack>
      {chosen ? <ReturnSaleDialog order={chosen} onReturned={stopChoosing} onClose={stopChoosing} /> : null}
    </Dialog>
  );
}

const PER_PAGE = 20;

type SalesProps = { shopId: number; search: string; day: string; onChoose: (sale: OrderView) => void };

/** The list stays while the next search loads. */
function Sales({ shopId, search, day, onChoose }: SalesProps) {
  const t = useText();
  const query = { search: search || undefined, day: day || undefined, limit: PER_PAGE };
  const read = useInfiniteQuery({
    ...callPages(listCounterSales, { params: { shopId }, query }, { next: afterLast(PER_PAGE) }),
    select: rowsOf,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data: sales, error, refetch, ...more } = read;
  if (error) return <LoadFailure text={t('counterSale.findFailed')} onRetry={() => void refetch()} />;
  if (!sales) return <Skeleton height="40vh" radius="var(--radius-card)" />;
  if (sales.length === 0) return <p role="status">{t('counterSale.findNone')}</p>;
  return (
    <>
      <Stack as="ul" aria-label={t('counterSale.found')}>
        {sales.map((sale) => (
          <Sale key={sale.id} sale={sale} onChoose={() => onChoose(sale)} />
        ))}
      </Stack>
      {more.hasNextPage ? (
        <LoadMore
          label={t('customers.more')}
          isLoading={more.isFetchingNextPage}
          onMore={() => void more.fetchNextPage()}
        />
      ) : null}
    </>
  );
}

function Sale({ sale, onChoose }: { sale: OrderView; onChoose: () => void }) {
  const t = useText();
  const { moment } = useTimeText();
  const listOf = useItemList();
  const { orderNumber: number, items, refunded, total } = sale;
  const returned = items.flatMap((item) => (item.returned ? [{ ...item, quantity: item.returned }] : []));
  const isBack = items.every((item) => item.returned === item.quantity);
  return (
    <Card as="li" gap={2} className={looks.anywhere}>
      <Row justify="between" gap={2}>
        <strong>{number}</strong>
        <strong className={looks.numbers}>{formatRupees(total)}</strong>
      </Row>
      <Row justify="between" gap={2} className={looks.note}>
        <span>{moment(sale.order_date)}</span>
        <span>{counterPaymentText(sale, t)}</span>
      </Row>
      <p className={looks.small}>{listOf(items)}</p>
      {refunded > 0 ? (
        <p className={looks.small}>{t('counterSale.paidBack', { amount: formatRupees(refunded) })}</p>
      ) : null}
      {returned.length > 0 ? (
        <p className={looks.small}>{t('counterSale.returnedItems', { items: listOf(returned) })}</p>
      ) : null}
      {isBack || refunded >= total ? null : (
        <Row>
          <Button look="secondary" aria-label={t('counterSale.takeBackNamed', { number })} onClick={onChoose}>
            {t('counterSale.takeBack')}
          </Button>
        </Row>
      )}
    </Card>
  );
}

/** `2 × Milk 500 ml, 1 × Rice 1 kg` */
function useItemList() {
  const t = useText();
  const nameOf = useProductName();
  const formOf = useVariantLabel();
  return (items: OrderView['items']) =>
    items
      .map(({ name, quantity, size, color, unit }) => {
        const form = formOf({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
        return t('counterSale.foundItem', { count: quantity, name: [nameOf(name), form].filter(Boolean).join(' ') });
      })
      .join(', ');
}
