import { type MissedOrderView, readMissedOrders } from '@haat/contract/notify/notifications.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useText } from '../../../i18n/use-text.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { useBoardView } from '../board/use-board-view.ts';
import { useFailedText } from '../use-failed-text.ts';
import { useMissedOrders } from './use-missed-orders.ts';
import styles from './ShopDashboardScreen.module.css';

/** One line each, on a phone two or three: more would leave no room for the orders that can still be accepted. */
const SHOWN = 3;
const SHOWN_ON_PHONE = 1;

/** Orders that expired without being accepted, until a member marks them as read on any device of the shop. */
export function MissedOrders({ shopId }: { shopId: number }) {
  const t = useText();
  const { data = [] } = useMissedOrders(shopId);
  const { send, isSending, error } = useChange(readMissedOrders, { failed: 'missed.failed' });
  const problem = useFailedText('missed.failed', error);
  const { isWide } = useBoardView();
  const shown = isWide ? SHOWN : SHOWN_ON_PHONE;
  const unread = data.filter(({ is_read: isRead }) => !isRead);
  if (unread.length === 0) return null;
  const read = (orders: readonly MissedOrderView[]) => send({ body: { order_ids: orders.map(({ id }) => id) } });
  return (
    <section className={styles.missedMissed} role="alert" aria-label={t('missed.title')}>
      <ul>
        {unread.slice(0, shown).map((order) => (
          <li key={order.id} className={styles.line}>
            <MissedOrder order={order} />
            <Button
              look="secondary"
              disabled={isSending}
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
          <Button look="secondary" disabled={isSending} onClick={() => read(unread)}>
            {t('missed.readAll')}
          </Button>
        </p>
      ) : null}
      {problem ? <p>{problem}</p> : null}
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
