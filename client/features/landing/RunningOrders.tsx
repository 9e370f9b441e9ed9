import '../../i18n/catalog-texts.ts';
import type { OrderView } from '@haat/contract/api/orders';
import type { PaymentStatus } from '@haat/contract/rules/payment';
import { shopName } from '@haat/contract/rules/shop';
import { isFurther } from '@haat/machines/order-status/order-status.machine';
import { useId, useLayoutEffect } from 'react';
import { Link } from 'react-router-dom';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useOwnOrders } from '../order-history/use-own-orders.ts';
import styles from './RunningOrders.module.css';

/** The others are in the order history, where each link leads. */
const MAX_ORDERS = 3;
const HISTORY = `/${MAIN_SHOP_SLUG}/order-history`;

type Props = {
  /** Called once it is known whether there are running orders, or that the server does not answer. */
  onKnown: () => void;
};

/** The orders that are on their way to the user, with their present status; nothing where there are none. */
export function RunningOrders({ onKnown }: Props) {
  const t = useText();
  const heading = useId();
  const { data: orders, failureCount } = useOwnOrders();
  const isKnown = orders !== undefined || failureCount > 0;
  // Before the next paint: the shops appear together with the orders above them.
  useLayoutEffect(() => {
    if (isKnown) onKnown();
  }, [isKnown, onKnown]);

  const running = (orders ?? []).filter(isRunning);
  if (running.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t('status.running', { count: running.length })}</h2>
      <ul className={styles.list}>
        {running.slice(0, MAX_ORDERS).map((order) => (
          <li key={order.id}>
            <RunningOrder order={order} />
          </li>
        ))}
      </ul>
      {running.length > MAX_ORDERS ? (
        <Link to={HISTORY} className={styles.all}>
          {t('status.allOrders')}
        </Link>
      ) : null}
    </section>
  );
}

const OVER = new Set<PaymentStatus>(['expired', 'refund_due', 'refunded']);

const isRunning = ({ order_status, payment_status }: OrderView) =>
  isFurther('Delivered', order_status) && !OVER.has(payment_status);

function RunningOrder({ order }: { order: OrderView }) {
  const t = useText();
  const langOf = useScriptLang();
  const name = shopName(order.shop);
  return (
    <Link to={HISTORY} className={styles.order}>
      <span className={styles.words}>
        <span className={styles.number}>{t('status.order', { number: order.orderNumber || String(order.id) })}</span>
        <span className={styles.shop} lang={langOf(name)}>
          {name}
        </span>
      </span>
      {order.payment_status === 'awaiting' ? (
        <span className={styles.unpaid}>{t('status.unpaid')}</span>
      ) : (
        <StatusChip status={order.order_status} takeaway={order.takeaway} />
      )}
    </Link>
  );
}
