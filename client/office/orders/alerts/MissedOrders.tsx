import { type MissedOrderView, readMissedOrders } from '@haat/contract/notify/notifications.calls';
import { reasonOf } from '@haat/contract/reason';
import { formatRupees } from '@haat/contract/rupees';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { serverText } from '../../../i18n/language.ts';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../lib/api.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { useBoardView } from '../board/use-board-view.ts';
import { missedOrdersQuery } from './missed-orders-query.ts';
import styles from './MissedOrders.module.css';

/** One line each, on a phone two or three: more would leave no room for the orders that can still be accepted. */
const SHOWN = 3;
const SHOWN_ON_PHONE = 1;

/** Orders that expired without being accepted, until a member marks them as read on any device of the shop. */
export function MissedOrders({ shopId }: { shopId: number }) {
  const t = useText();
  const queries = useQueryClient();
  const { queryKey } = missedOrdersQuery(shopId);
  const { data = [] } = useQuery(missedOrdersQuery(shopId));
  const { mutate, isPending, error } = useMutation({
    mutationFn: (orderIds: number[]) => call(readMissedOrders, { body: { order_ids: orderIds } }),
    networkMode: 'always',
    onSuccess: (orders) => queries.setQueryData(queryKey, orders),
  });
  const { isWide } = useBoardView();
  const shown = isWide ? SHOWN : SHOWN_ON_PHONE;
  const unread = data.filter(({ is_read: isRead }) => !isRead);
  if (unread.length === 0) return null;
  const read = (orders: readonly MissedOrderView[]) => mutate(orders.map(({ id }) => id));
  return (
    <section className={styles.missed} role="alert" aria-label={t('missed.title')}>
      <ul>
        {unread.slice(0, shown).map((order) => (
          <li key={order.id} className={styles.line}>
            <MissedOrder order={order} />
            <Button
              look="secondary"
              disabled={isPending}
              aria-label={t('missed.readOf', { number: order.orderNumber })}
              onClick={() => read([order])}
            >
              {t('common.ok')}
            </Button>
          </li>
        ))}
      </ul>
      {unread.length > shown ? (
        <p className={styles.line}>
          <span>{t('missed.more', { count: unread.length - shown })}</span>
          <Button look="secondary" disabled={isPending} onClick={() => read(unread)}>
            {t('missed.readAll')}
          </Button>
        </p>
      ) : null}
      {error ? <p>{t('missed.failed', { body: serverText('missed.failed', reasonOf(error).text ?? '') })}</p> : null}
    </section>
  );
}

/** Its value, and the link that calls its customer. */
export function MissedOrder({ order }: { order: MissedOrderView }) {
  const t = useText();
  const { orderNumber: number, total, customer_name: name, customer_phone: phone } = order;
  return (
    <>
      <strong>{t('missed.line', { number, total: formatRupees(total) })}</strong>
      {phone ? (
        <a className={buttonClass('quiet')} href={`tel:+91${phone}`}>
          {t('missed.call', { name })}
        </a>
      ) : null}
    </>
  );
}
