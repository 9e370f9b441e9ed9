import type { OrderView } from '@haat/contract/api/orders';
import { hidesAddress } from '@haat/contract/rules/order-terms';
import type { KeyboardEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { AlertDialog } from '../../ui/Dialog.tsx';
import { useAdvanceOrder } from '../shop-orders/advance-order.ts';
import { OrderAge } from '../shop-orders/OrderAge.tsx';
import { usePackedLines } from '../shop-orders/packed-lines.ts';
import { useLineTexts } from '../shop-orders/TicketLines.tsx';
import styles from './PackingScreen.module.css';

type Props = { order: OrderView; now: Date };

/**
 * One order to pack: its lines are ticked off by touch or by the keys 1 to 9. `Packed` makes a takeaway ready for its customer,
 * who is told; a delivery stays, marked as packed, until somebody drives.
 */
export function PackingCard({ order, now }: Props) {
  const t = useText();
  const advancing = useAdvanceOrder(order);
  const { status, isUndoable, isSaving, problem } = advancing;
  const lines = useLineTexts(order.items);
  const { lines: ticked, toggle, tickAll } = usePackedLines(order.id);
  const isAllIn = lines.every(({ id }) => ticked.includes(id));
  const mustAsk = order.cancellation?.state === 'open' || order.proposal?.state === 'open';
  const isPickup = hidesAddress(order);
  const number = order.orderNumber || String(order.id);

  const pack = () => {
    tickAll(lines.map(({ id }) => id));
    if (order.takeaway) advancing.advance();
  };
  const tick = (event: KeyboardEvent) => {
    const line = /^[1-9]$/.test(event.key) ? lines[Number(event.key) - 1] : undefined;
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    toggle(line.id);
  };
  return (
    // Keys work on the card that has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={styles.card}
      aria-label={t('history.order', { number })}
      tabIndex={-1}
      data-order={order.id}
      data-packed={isAllIn}
      onKeyDown={tick}
    >
      <header className={styles.title}>
        <h2>{number}</h2>
        <span>{t(isPickup ? 'shopOrders.forPickup' : 'shopOrders.forDelivery')}</span>
        <OrderAge order={order} status={status} now={now} />
      </header>
      {order.note ? <p className={styles.note}>{t('history.note', { note: order.note })}</p> : null}
      <ol className={styles.lines}>
        {lines.map(({ id, quantity, what }) => (
          <li key={id}>
            <label className={styles.line}>
              <input type="checkbox" checked={ticked.includes(id)} onChange={() => toggle(id)} />
              <span>
                <strong>{quantity} ×</strong> {what}
              </span>
            </label>
          </li>
        ))}
      </ol>
      {status !== 'Accepted' || mustAsk ? null : isAllIn && !order.takeaway ? (
        <p className={styles.done}>{t('packing.isPacked')}</p>
      ) : (
        <div className={styles.actions}>
          <Button wide data-advance aria-disabled={isUndoable || isSaving} onClick={isUndoable ? undefined : pack}>
            {t(isSaving ? 'shopOrders.updating' : 'packing.packed')}
          </Button>
          {isUndoable ? (
            <Button look="secondary" data-undo onClick={advancing.undo}>
              {t('common.undo')}
            </Button>
          ) : null}
        </div>
      )}
      {problem ? <AlertDialog text={problem} onClose={advancing.dismiss} /> : null}
    </article>
  );
}
