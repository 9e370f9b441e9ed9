import {
  changeCustomer,
  changeCustomerBody,
  type CustomerOrderView,
  type CustomerView,
  getCustomer,
  listCustomerOrders,
} from '@haat/contract/money/customers.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { afterLast, callPages, rowsOf } from '../../lib/call-pages.ts';
import { useCall } from '../../lib/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { DefinitionList } from '../../ui/DefinitionList.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { TextAreaField } from '../../ui/Field.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useForm } from '../../ui/use-form.ts';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { useIdInPath } from '../stock/use-id-in-path.ts';
import styles from './ReportTable.module.css';

/** One customer of the shop: their orders here, what the shop noted, and whether it takes their orders. */
export function CustomerScreen() {
  const t = useText();
  const shop = useGuardedShop();
  const id = useIdInPath();
  const read = useCall(getCustomer, { params: { shopId: shop.shopId, id } }, { staleTime: 0 });
  const { data: customer, error, refetch } = read;
  if (!customer) {
    return (
      <Page title={t('customers.customer')}>
        <BackLink slug={shop.slug} />
        {error ? (
          <LoadFailure text={t('customers.oneFailed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height="80vh" radius="var(--radius-card)" />
        )}
      </Page>
    );
  }
  return (
    <Page title={customer.has_account ? customer.name : t('customers.atCounter')}>
      <BackLink slug={shop.slug} />
      <div className={styles.columns}>
        <Stack gap={5}>
          <Facts customer={customer} />
          <NoteForm key={customer.note} shopId={shop.shopId} id={id} note={customer.note} />
          {customer.has_account ? <Blocking shopId={shop.shopId} id={id} customer={customer} /> : null}
        </Stack>
        <Orders shop={shop} id={id} />
      </div>
    </Page>
  );
}

/** To where the customer was opened from: the order board as it was, or the list of customers. */
function BackLink({ slug }: { slug: string }) {
  const t = useText();
  const { state } = useLocation() as { state: { board?: string } | null };
  return (
    <p className={styles.back}>
      <Link to={state?.board ?? `/${slug}/admin/customers`}>
        <span aria-hidden="true">‹ </span>
        {t(state?.board === undefined ? 'customers.title' : 'menu.shopOrders')}
      </Link>
    </p>
  );
}

function Facts({ customer }: { customer: CustomerView }) {
  const t = useText();
  const { moment } = useTimeText();
  const { phone, orders, ordered, first_order, last_order } = customer;
  return (
    <Card as="section" aria-label={t('customers.facts')}>
      <DefinitionList
        layout="divided"
        items={[
          { term: t('customers.phone'), value: phone ? <Phone phone={phone} /> : undefined },
          { term: t('customers.orders'), value: orders },
          { term: t('customers.ordered'), value: formatRupees(ordered) },
          { term: t('customers.firstOrder'), value: moment(first_order) },
          { term: t('customers.lastOrder'), value: moment(last_order) },
        ]}
      />
    </Card>
  );
}

function Phone({ phone }: { phone: string }) {
  const t = useText();
  return (
    <a className={styles.phone} href={`tel:+91${phone}`} aria-label={t('header.call', { phone })}>
      {phone}
    </a>
  );
}

type NoteProps = { shopId: number; id: number; note: string | null };

/** What the shop wants to remember about the customer. */
function NoteForm({ shopId, id, note }: NoteProps) {
  const t = useText();
  const { send, isSending, refusal } = useChange(changeCustomer, {
    failed: 'customers.failed',
    done: 'customers.noteSaved',
  });
  const form = useForm({
    body: changeCustomerBody,
    initial: { note: note ?? '' },
    send: (body) => isDirty && send({ params: { shopId, id }, body }),
  });
  const isDirty = form.values.note.trim() !== (note ?? '');
  return (
    <Card as="form" {...form.bind} aria-label={t('customers.note')}>
      <UnsavedGuard isDirty={isDirty && !isSending} onLeave={() => form.reset()} />
      <TextAreaField label={t('customers.note')} hint={t('customers.noteHint')} rows={3} {...form.field('note')} />
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row>
        <Button type="submit" look="secondary" disabled={!isDirty || isSending}>
          {t('customers.saveNote')}
        </Button>
      </Row>
    </Card>
  );
}

type BlockingProps = { shopId: number; id: number; customer: CustomerView };

/** Blocking asks for confirmation; unblocking does not. */
function Blocking({ shopId, id, customer: { name, blocked_at } }: BlockingProps) {
  const t = useText();
  const { moment } = useTimeText();
  const { send, isSending, refusal } = useChange(changeCustomer, {
    failed: 'customers.failed',
    onDone: (_, { body }) =>
      showToast({ tone: 'success', key: body?.blocked ? 'customers.isBlocked' : 'customers.isUnblocked' }),
  });
  const isBlocked = blocked_at !== null;
  return (
    <Card as="section" aria-label={t('customers.blocking')}>
      <p>{isBlocked ? t('customers.blockedSince', { time: moment(blocked_at) }) : t('customers.blockHint')}</p>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row>
        <ConfirmButton
          look="secondary"
          disabled={isSending}
          label={t(isBlocked ? 'customers.unblock' : 'customers.block')}
          question={isBlocked ? undefined : t('customers.blockConfirm', { name })}
          onConfirm={() => send({ params: { shopId, id }, body: { blocked: !isBlocked } })}
        />
      </Row>
    </Card>
  );
}

const ORDERS_PER_PAGE = 20;

function Orders({ shop: { shopId, slug }, id }: { shop: GuardedShop; id: number }) {
  const t = useText();
  const input = { params: { shopId, id }, query: { limit: ORDERS_PER_PAGE } };
  const read = useInfiniteQuery({
    ...callPages(listCustomerOrders, input, { next: afterLast(ORDERS_PER_PAGE) }),
    select: rowsOf,
    staleTime: 0,
  });
  const { data: orders, error, refetch, ...older } = read;
  if (error) return <LoadFailure text={t('customers.oneFailed')} onRetry={() => void refetch()} />;
  if (!orders) return <Skeleton height="60vh" radius="var(--radius-card)" />;
  return (
    <section aria-label={t('customers.ordersHere')}>
      <h2 className={styles.heading}>{t('customers.ordersHere')}</h2>
      <OrderTable orders={orders} slug={slug} />
      {older.hasNextPage ? (
        <LoadMore
          label={t('activity.older')}
          isLoading={older.isFetchingNextPage}
          onMore={() => void older.fetchNextPage()}
        />
      ) : null}
    </section>
  );
}

function OrderTable({ orders, slug }: { orders: readonly CustomerOrderView[]; slug: string }) {
  const t = useText();
  const { moment } = useTimeText();
  return (
    <table className={`${styles.table} ${styles.rows}`}>
      <thead>
        <tr>
          <th scope="col">{t('customers.order')}</th>
          <th scope="col">{t('customers.date')}</th>
          <th scope="col">{t('cart.total')}</th>
          <th scope="col">{t('customers.status')}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <th scope="row">
              <Link className={styles.order} to={`/${slug}/orders/${order.id}/timeline`}>
                {order.orderNumber}
              </Link>
            </th>
            <td data-label={t('customers.date')}>{moment(order.order_date)}</td>
            <td data-label={t('cart.total')}>
              {formatRupees(order.total)}
              {order.refunded > 0 ? (
                <span className={styles.refunded}>
                  {t('findOrders.refunded', { amount: formatRupees(order.refunded) })}
                </span>
              ) : null}
            </td>
            <td className={styles.status} data-label={t('customers.status')}>
              {order.channel === 'counter' ? (
                t('money.channel.counter')
              ) : (
                <StatusChip status={order.order_status} takeaway={order.takeaway} isForShop />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
