import { type CustomerSummary, listCustomers } from '@haat/contract/money/customers.calls';
import { ORDER_SEARCH_MAX } from '@haat/contract/orders/order-status';
import { formatRupees } from '@haat/contract/rupees';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { afterLast, callPages, rowsOf } from '../../lib/call-pages.ts';
import { Row, Stack } from '../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import styles from './ReportTable.module.css';

/** All who ordered at the shop, the latest orders first. */
export function CustomersScreen() {
  const t = useText();
  const shop = useGuardedShop();
  const [search, setSearch] = useState('');
  return (
    <Page title={t('customers.title')}>
      <Stack gap={5}>
        <SearchField label={t('customers.search')} value={search} onChange={setSearch} />
        <CustomerList shop={shop} search={useDeferredValue(search.trim().slice(0, ORDER_SEARCH_MAX))} />
      </Stack>
    </Page>
  );
}

const PER_PAGE = 50;

/** The list stays while the next search loads. */
function CustomerList({ shop: { shopId, slug }, search }: { shop: GuardedShop; search: string }) {
  const t = useText();
  const query = { limit: PER_PAGE, search: search || undefined };
  const read = useInfiniteQuery({
    ...callPages(listCustomers, { params: { shopId }, query }, { next: afterLast(PER_PAGE) }),
    select: rowsOf,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data: customers, error, refetch, ...more } = read;
  if (error) return <LoadFailure text={t('customers.loadFailed')} onRetry={() => void refetch()} />;
  if (!customers) return <Skeleton height="80vh" radius="var(--radius-card)" />;
  if (customers.length === 0) return <EmptyState text={t(search ? 'customers.noMatch' : 'customers.none')} />;
  return (
    <div>
      <CustomerTable customers={customers} slug={slug} />
      {more.hasNextPage ? (
        <LoadMore
          label={t('customers.more')}
          isLoading={more.isFetchingNextPage}
          onMore={() => void more.fetchNextPage()}
        />
      ) : null}
    </div>
  );
}

function CustomerTable({ customers, slug }: { customers: readonly CustomerSummary[]; slug: string }) {
  const t = useText();
  const { moment } = useTimeText();
  return (
    <table className={`${styles.table} ${styles.rows}`}>
      <caption className="visually-hidden">{t('customers.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('customers.customer')}</th>
          <th scope="col">{t('customers.orders')}</th>
          <th scope="col">{t('customers.ordered')}</th>
          <th scope="col">{t('customers.lastOrder')}</th>
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => (
          <tr key={customer.id}>
            <th scope="row">
              <CustomerLink customer={customer} slug={slug} />
            </th>
            <td data-label={t('customers.orders')}>{customer.orders}</td>
            <td data-label={t('customers.ordered')}>{formatRupees(customer.ordered)}</td>
            <td data-label={t('customers.lastOrder')}>{moment(customer.last_order)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CustomerLink({ customer, slug }: { customer: CustomerSummary; slug: string }) {
  const t = useText();
  return (
    <Link className={styles.customer} to={`/${slug}/admin/customers/${customer.id}`}>
      <span>{customer.has_account ? customer.name : t('customers.atCounter')}</span>
      <Row as="span" gap={2} rowGap={1} className={styles.facts}>
        {customer.phone}
        {customer.blocked ? <span className={styles.blocked}>{t('customers.blocked')}</span> : null}
        {customer.has_note ? <span className={styles.chip}>{t('customers.hasNote')}</span> : null}
      </Row>
    </Link>
  );
}
