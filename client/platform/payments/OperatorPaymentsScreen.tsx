import {
  exportPayments,
  listPayments,
  type OperatorPaymentView,
  summarizePayments,
} from '@haat/contract/platform/operator.calls';
import { PAYMENT_SORTS } from '@haat/contract/platform/operator-lists';
import { PAYMENT_PROVIDERS, PAYMENT_STATES } from '@haat/contract/payments/payment';
import { formatRupees } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { pathOf } from '../../lib/api.ts';
import { useCall } from '../../lib/call-query.ts';
import backOffice from '../../ui/BackOffice.module.css';
import { Stack } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Moment } from '../lists/TimeCells.tsx';
import { DayRange } from '../lists/DayRange.tsx';
import { ListedRows } from '../lists/ListedRows.tsx';
import { ListFilters, optionsOf } from '../lists/ListFilters.tsx';
import { ListSums } from '../lists/ListSums.tsx';
import { listPages } from '../lists/list-pages.ts';
import type { Column } from '../lists/OperatorTable.tsx';
import { ShopFilter } from '../ShopFilter.tsx';
import {
  type ListChoice,
  readDays,
  readId,
  readSorting,
  useListChoice,
  useSearched,
} from '../lists/use-list-choice.ts';
import { PaymentHealth, UnknownPayments, usePaymentHealth, useUnknownPayments } from './PaymentHealth.tsx';
import styles from '../Operator.module.css';

/** All online payments of the platform, and whether payments and orders agree. */
export function OperatorPaymentsScreen() {
  const t = useText();
  return (
    <Page title={t('operatorPayments.title')}>
      <OperatorPayments />
    </Page>
  );
}

function OperatorPayments() {
  const { isPending } = usePaymentHealth();
  const { isLoading } = useUnknownPayments();
  const [isShown, setShown] = useState(false);
  // Until both have been loaded once: the content below would move. Later changes keep the screen.
  if (!isShown && !isPending && !isLoading) setShown(true);
  if (!isShown) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  return (
    <Stack gap={5}>
      <PaymentHealth />
      <UnknownPayments />
      <PaymentTable />
    </Stack>
  );
}

/** The payments of a choice, with their sums. */
function PaymentTable() {
  const t = useText();
  const { choice, choose } = useListChoice(PAYMENT_CHOICES);
  const { filter, list } = readPaymentChoice(choice, useSearched(choice.search));
  const pages = useInfiniteQuery(listPages(listPayments, list));
  const { data: summary } = useCall(summarizePayments, { query: filter }, { placeholderData: keepPreviousData });
  const sums = summary && [
    t('operatorPayments.sum.payments', { count: summary.payments, paid: summary.paid }),
    t('money.receivedSum', { sum: formatRupees(summary.received) }),
    t('findOrders.refunded', { amount: formatRupees(summary.refunded) }),
  ];
  return (
    <Stack gap={4}>
      <PaymentFilters choice={choice} onChoose={choose} />
      {filter.shop ? <ShopFilter shopId={filter.shop} onClear={() => choose({ shop: '' })} /> : null}
      <ListSums sums={sums} path={pathOf(exportPayments, { query: list })} />
      <ListedRows
        pages={pages}
        texts={{
          failed: 'operatorPayments.loadFailed',
          none: 'operatorPayments.none',
          more: 'activity.older',
        }}
        caption={t('operatorPayments.title')}
        columns={COLUMNS}
        sorting={list}
        onSort={choose}
      />
    </Stack>
  );
}

/** The names under which the address has the filters and the sort of the payments. */
const PAYMENT_CHOICES = [
  'search',
  'shop',
  'state',
  'provider',
  'attention',
  'from',
  'to',
  'sort',
  'direction',
] as const;
type PaymentChoice = ListChoice<(typeof PAYMENT_CHOICES)[number]>;

/** The query parameters for a choice; `search`: the text once typing pauses. */
function readPaymentChoice(choice: PaymentChoice, search: string) {
  const filter = {
    search: search || undefined,
    shop: readId(choice.shop),
    state: PAYMENT_STATES.find((state) => state === choice.state),
    provider: PAYMENT_PROVIDERS.find((provider) => provider === choice.provider),
    needs_attention: choice.attention === 'true' ? ('true' as const) : undefined,
    ...readDays(choice),
  };
  return { filter, list: { ...filter, ...readSorting(choice, PAYMENT_SORTS) } };
}

type FilterProps = { choice: PaymentChoice; onChoose: (changes: Partial<PaymentChoice>) => void };

function PaymentFilters({ choice, onChoose }: FilterProps) {
  const t = useText();
  const any = 'operatorList.any';
  const states = optionsOf(t, PAYMENT_STATES, (state) => `operatorPayments.state.${state}`);
  const providers = optionsOf(t, PAYMENT_PROVIDERS, (provider) => `operatorPayments.provider.${provider}`);
  return (
    <>
      <ListFilters
        search="operatorPayments.search"
        selects={[
          { name: 'state', label: 'operatorPayments.status', any, options: states },
          { name: 'provider', label: 'operatorPayments.through', any, options: providers },
        ]}
        {...{ choice, onChoose }}
      >
        <DayRange days={choice} onChoose={onChoose} />
      </ListFilters>
      <label className={backOffice.check}>
        <input
          type="checkbox"
          checked={choice.attention === 'true'}
          onChange={({ currentTarget }) => onChoose({ attention: currentTarget.checked ? 'true' : '' })}
        />
        {t('operatorPayments.needsAttentionOnly')}
      </label>
    </>
  );
}

const COLUMNS: Column<OperatorPaymentView>[] = [
  { head: 'cashReport.order', cell: (payment) => <PaymentLead payment={payment} /> },
  { head: 'operatorPayments.began', sort: 'created', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    head: 'operatorPayments.status',
    cell: ({ state }, t) => <span className={styles.chip}>{t(`operatorPayments.state.${state}`)}</span>,
  },
  { head: 'operatorPayments.amount', sort: 'amount', isNumber: true, cell: (payment) => <Amount payment={payment} /> },
  {
    head: 'operator.shop',
    cell: ({ order }) =>
      order ? (
        <Link to={`/operator/shops/${order.shop_id}`}>
          {shopName({ slug: order.shop_slug, name: order.shop_name })}
        </Link>
      ) : (
        '–'
      ),
  },
  {
    head: 'operatorPayments.customer',
    isWide: true,
    cell: ({ customer_email }, t) => customer_email ?? t('operatorPayments.lostCustomer'),
  },
  {
    head: 'operatorPayments.through',
    isWide: true,
    cell: ({ provider }, t) => t(`operatorPayments.provider.${provider}`),
  },
];

type RowProps = { payment: OperatorPaymentView };

function PaymentLead({ payment: { id, order } }: RowProps) {
  const t = useText();
  return (
    <span className={styles.lead}>
      <Link to={`/operator/payments/${id}`}>{order ? order.orderNumber : t('operatorPayments.one', { id })}</Link>
      {order ? null : <span className={styles.more}>{t('operatorPayments.noOrder')}</span>}
    </span>
  );
}

function Amount({ payment: { amount, refunded } }: RowProps) {
  const t = useText();
  return (
    <>
      <span>{formatRupees(amount)}</span>
      {refunded > 0 ? (
        <span className={styles.more}>{t('findOrders.refunded', { amount: formatRupees(refunded) })}</span>
      ) : null}
    </>
  );
}
