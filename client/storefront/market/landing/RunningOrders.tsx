import '../../../i18n/catalog-texts.ts';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { shopName } from '@haat/contract/shops/shop';
import { orderGroup } from '@haat/machines/orders/order-group';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { useText } from '../../../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../../../lib/config.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { usePromiseText } from '../../orders/use-promise-text.ts';
import { PAYMENT_WORDS } from '../../checkout/payment/payment-words.ts';
import styles from './RunningOrders.module.css';

/** The others are in the order history, where each link leads. */
const MAX_ORDERS = 3;
const HISTORY = `/${MAIN_SHOP_SLUG}/order-history`;

type Props = { orders: readonly OrderView[] };

/** The orders in progress, each with its status and the time promised by the shop. Renders nothing without any. */
export function RunningOrders({ orders }: Props) {
  const t = useText();
  const heading = useId();
  const running = orders.filter((order) => orderGroup(order) === 'running');
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

function RunningOrder({ order }: { order: OrderView }) {
  const t = useText();
  const langOf = useScriptLang();
  const name = shopName(order.shop);
  const isAsked = order.proposal?.state === 'open';
  const promise = usePromiseText(order);
  return (
    <Link to={isAsked ? `${HISTORY}?order=${order.id}` : HISTORY} className={styles.order}>
      <span className={styles.words}>
        <span className={styles.number}>{t('status.order', { number: order.orderNumber || String(order.id) })}</span>
        <span className={styles.shop} lang={langOf(name)}>
          {name}
        </span>
      </span>
      {order.payment_status === 'awaiting' ? (
        <span className={styles.unpaid}>{t(PAYMENT_WORDS.waiting)}</span>
      ) : isAsked ? (
        <span className={styles.unpaid}>{t('status.answer')}</span>
      ) : (
        <StatusChip status={order.order_status} takeaway={order.takeaway} />
      )}
      {promise ? <span className={styles.promise}>{promise}</span> : null}
    </Link>
  );
}
