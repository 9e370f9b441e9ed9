import type { RiderOrderView } from '@haat/contract/orders/rider-orders.calls';
import { addressLine } from '@haat/contract/accounts/address';
import { formatRupees } from '@haat/contract/rupees';
import { directionsLink } from '@haat/contract/shops/map-links';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import looks from '../../../ui/looks.module.css';
import { OrderAge } from '../board/OrderAge.tsx';
import { HandOverOrReturn, PickUp } from './RiderSteps.tsx';
import cards from '../packing/PackingScreen.module.css';
import styles from './RiderCard.module.css';

type Props = { order: RiderOrderView; shopId: number; now: Date };

/** A delivery, read on the street: its destination, the amount to collect, and its next step. */
export function RiderCard({ order, shopId, now }: Props) {
  const t = useText();
  const { orderNumber: number, note, to_collect: due } = order;
  return (
    <article className={cards.card} aria-label={t('history.order', { number })} data-order={order.id}>
      <header className={cards.title}>
        <h3 className={styles.number}>{number}</h3>
        {order.promised_at ? (
          <PromisedAt time={order.promised_at} now={now} />
        ) : (
          <OrderAge order={order} status={order.order_status} now={now} />
        )}
      </header>
      <Place order={order} />
      {note ? <p className={cards.note}>{t('history.note', { note })}</p> : null}
      <Row
        as="p"
        rowGap={0}
        justify="between"
        align="baseline"
        className={`${styles.money} ${due === null ? styles.paid : styles.due}`}
      >
        <strong>{due === null ? t('teamOrder.paid') : t('shopOrders.collect', { amount: formatRupees(due) })}</strong>
        <span>{t('shopOrders.itemCount', { count: order.item_count })}</span>
      </Row>
      {order.waits ? (
        <p className={`${looks.muted} ${looks.large}`}>{t('teamOrder.waits')}</p>
      ) : order.mine ? (
        <HandOverOrReturn order={order} shopId={shopId} />
      ) : (
        <PickUp order={order} shopId={shopId} />
      )}
    </article>
  );
}

function PromisedAt({ time, now }: { time: string; now: Date }) {
  const t = useText();
  const { momentAfter } = useTimeText();
  const isLate = now.getTime() >= Date.parse(time);
  const text = t(isLate ? 'promise.late' : 'promise.promised', { time: momentAfter(time, now.toISOString()) });
  return <p className={isLate ? styles.late : ''}>{text}</p>;
}

/** The whole address with the ways to get there and to call, once the rider has the order. */
function Place({ order: { customer_name: name, customer_phone: phone, address } }: Pick<Props, 'order'>) {
  const t = useText();
  const street = address?.street;
  return (
    <>
      <div className={styles.place}>
        <strong>{name}</strong>
        {address ? (
          <p className={street ? styles.address : ''}>
            {street ? <span>{street}</span> : null}
            <span>
              {address.city} {address.zip}
            </span>
          </p>
        ) : null}
      </div>
      {address && street ? (
        <Row gap={2} align="stretch" className={styles.links}>
          <a
            className={buttonClass('secondary')}
            href={directionsLink(addressLine({ ...address, street }))}
            target="_blank"
            rel="noreferrer"
          >
            {t('history.directions')}
          </a>
          {phone ? (
            <a className={buttonClass('secondary')} href={`tel:+91${phone}`}>
              {t('header.call', { phone })}
            </a>
          ) : null}
        </Row>
      ) : null}
    </>
  );
}
