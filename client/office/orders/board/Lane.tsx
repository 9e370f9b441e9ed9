import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import looks from '../../../ui/looks.module.css';
import { OrderTicket } from './OrderTicket.tsx';
import styles from './OrderBoard.module.css';

type Props = {
  lane: string;
  statuses: readonly OrderStatus[];
  label: string;
  orders: readonly OrderView[];
  isGone: (id: number) => boolean;
  /** How many orders are held back so that no card moves. */
  waiting: number;
  now: Date;
  empty: ReactNode;
  /** Shows those. */
  onShow: () => void;
};

const BATCH = 40;

/** A column of the board with its own scroll: a head with the number of its orders, and their tickets, oldest first. */
export function Lane({ lane, statuses, label, orders, isGone, waiting, now, empty, onShow }: Props) {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const [limit, setLimit] = useState(BATCH);
  const unseen = useUnseen(scroller, orders);
  const count = unseen.length + waiting;
  const show = () => {
    onShow();
    const [first] = unseen;
    const card = first === undefined ? undefined : scroller.current?.querySelector(`[data-order="${first}"]`);
    if (card) card.scrollIntoView({ block: 'nearest' });
    else scroller.current?.scrollTo({ top: 0 });
  };
  return (
    <section
      className={styles.lane}
      aria-labelledby={`lane-${lane}`}
      data-lane={lane}
      data-empty={orders.length === 0 && waiting === 0}
    >
      <h2 id={`lane-${lane}`} className={styles.laneTitle}>
        {label}{' '}
        <span className={`${looks.muted} ${looks.numbers}`} aria-hidden="true">
          {orders.filter(({ id }) => !isGone(id)).length + waiting}
        </span>
      </h2>
      <div ref={scroller} className={styles.scroller}>
        {orders.length === 0 ? empty : null}
        <ol className={styles.laneList}>
          {orders.slice(0, limit).map((order) => (
            <li key={order.id}>
              <OrderTicket order={order} now={now} isGone={isGone(order.id)} lane={statuses} />
            </li>
          ))}
        </ol>
        {orders.length > limit ? (
          <LoadMore
            label={t('shopOrders.showMore')}
            isLoading={false}
            isAutomatic
            onMore={() => setLimit(limit + BATCH)}
          />
        ) : null}
      </div>
      {count > 0 ? (
        <p className={styles.news} role="status">
          <Button onClick={show}>{t('notifications.newOrders', { count })}</Button>
        </p>
      ) : null}
    </section>
  );
}

/** The orders that came since the lane was opened and have not been scrolled into view. */
function useUnseen(scroller: RefObject<HTMLElement | null>, orders: readonly OrderView[]): number[] {
  const [last, setLast] = useState(() => ({ orders, ids: new Set(orders.map(({ id }) => id)) }));
  const [unseen, setUnseen] = useState<number[]>([]);
  if (last.orders.length !== orders.length || last.orders.some(({ id }, nth) => id !== orders[nth]?.id)) {
    const ids = new Set(orders.map(({ id }) => id));
    // Orders that the shop itself has moved here do not count as new.
    const added = orders.filter(({ id, steps }) => !last.ids.has(id) && steps.length <= 1).map(({ id }) => id);
    setLast({ orders, ids });
    setUnseen([...unseen.filter((id) => ids.has(id)), ...added]);
  }

  useEffect(() => {
    if (unseen.length === 0) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries
          .filter(({ isIntersecting }) => isIntersecting)
          .map(({ target }) => Number((target as HTMLElement).dataset.order));
        if (seen.length > 0) setUnseen((known) => known.filter((id) => !seen.includes(id)));
      },
      { root: scroller.current, threshold: 0.5 },
    );
    for (const id of unseen) {
      const card = scroller.current?.querySelector(`[data-order="${id}"]`);
      if (card) observer.observe(card);
    }
    return () => observer.disconnect();
  }, [scroller, unseen]);
  return unseen;
}
