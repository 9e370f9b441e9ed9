import type { OrderView } from '@haat/contract/orders/orders.calls';
import { hidesAddress } from '@haat/contract/orders/order-terms';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { AlertDialog } from '../../../ui/Dialog.tsx';
import { useAdvanceOrder } from '../board/advance-order.ts';
import { PackingArticle, usePacking } from './PackingArticle.tsx';
import styles from './PackingScreen.module.css';

type Props = { order: OrderView; now: Date };

/**
 * One order to pack. `Packed` makes a takeaway ready and notifies its customer; a delivery stays, marked as packed, until it
 * leaves the shop.
 */
export function PackingCard({ order, now }: Props) {
  const t = useText();
  const advancing = useAdvanceOrder(order);
  const { status, isUndoable, isSaving, problem } = advancing;
  const packing = usePacking(order);
  const mustAsk = order.cancellation?.state === 'open' || order.proposal?.state === 'open';
  const pack = () => {
    packing.tickAll();
    if (order.takeaway) advancing.advance();
  };
  return (
    <PackingArticle
      order={{ ...order, order_status: status }}
      number={order.orderNumber || String(order.id)}
      head={t(hidesAddress(order) ? 'shopOrders.forPickup' : 'shopOrders.forDelivery')}
      {...{ now, packing }}
    >
      {status !== 'Accepted' || mustAsk ? null : packing.isAllIn && !order.takeaway ? (
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
    </PackingArticle>
  );
}
