import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Stack } from '../../../ui/Card.tsx';
import { OrderAge } from '../board/OrderAge.tsx';
import { usePackedLines } from '../board/packed-lines.ts';
import { type PackedItem, useLineTexts } from '../board/TicketLines.tsx';
import styles from './PackingScreen.module.css';

type Packed = { id: number; items: readonly PackedItem[] };

/** The lines of an order, which of them are ticked off, and how to tick one or all of them. */
export function usePacking({ id: orderId, items }: Packed) {
  const lines = useLineTexts(items);
  const { lines: ticked, toggle, tickAll } = usePackedLines(orderId);
  const isAllIn = lines.every(({ id }) => ticked.includes(id));
  return { lines, ticked, toggle, isAllIn, tickAll: () => tickAll(lines.map(({ id }) => id)) };
}

/** `head`: how it leaves the shop. `isReady`: it is packed, and its lines are only shown. */
type Props = {
  order: Packed & Pick<OrderView, 'note' | 'order_status' | 'order_date' | 'promised_at'>;
  number: string;
  head: string;
  now: Date;
  packing: Pick<ReturnType<typeof usePacking>, 'lines' | 'ticked' | 'toggle' | 'isAllIn'>;
  isReady?: boolean;
  children: ReactNode;
};

/** An order to pack: its lines are ticked off by touch, or by the keys 1 to 9 while the card has the focus. */
export function PackingArticle({ order, number, head, now, packing, isReady = false, children }: Props) {
  const t = useText();
  const { lines, ticked, toggle, isAllIn } = packing;
  const tick = (event: KeyboardEvent) => {
    const line = /^[1-9]$/.test(event.key) ? lines[Number(event.key) - 1] : undefined;
    if (isReady || !line || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    toggle(line.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the boxes of the lines do the same
    <article
      className={styles.card}
      aria-label={t('history.order', { number })}
      tabIndex={-1}
      data-order={order.id}
      data-packed={isReady || isAllIn}
      onKeyDown={tick}
    >
      <header className={styles.title}>
        <h2>{number}</h2>
        <span>{head}</span>
        <OrderAge order={order} status={order.order_status} now={now} />
      </header>
      {order.note ? <p className={styles.note}>{t('history.note', { note: order.note })}</p> : null}
      <Stack as="ol" gap={0}>
        {lines.map(({ id, quantity, what }) => (
          <li key={id}>
            {isReady ? (
              <p className={styles.line}>
                <strong>{quantity} ×</strong> {what}
              </p>
            ) : (
              <label className={styles.line}>
                <input type="checkbox" checked={ticked.includes(id)} onChange={() => toggle(id)} />
                <span>
                  <strong>{quantity} ×</strong> {what}
                </span>
              </label>
            )}
          </li>
        ))}
      </Stack>
      {children}
    </article>
  );
}
