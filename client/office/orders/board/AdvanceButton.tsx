import { readOrderStatus, type OrderStatus } from '@haat/contract/orders/order-status';
import { nextStatus } from '@haat/machines/orders/order.machine';
import { shopStatusTextId } from '../../../i18n/order-status-text.ts';
import { useText } from '../../../i18n/use-text.ts';
import { AlertDialog } from '../../../ui/Dialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from './OrderTicket.module.css';

type Props = {
  /** The id of the heading with the order's number. */
  titleId: string;
  /** The order in words, for an alert. */
  about: string;
  status: OrderStatus;
  takeaway: boolean;
  /** The change that waits for its time to be undone. */
  change: OrderStatus | undefined;
  isUndoable: boolean;
  isSaving: boolean;
  problem: string | undefined;
  advance: () => void;
  undo: () => void;
  dismiss: () => void;
};

/**
 * 'Mark as {next label}', followed by 'Undo' for five seconds; a delivered order has no button. For a status that is
 * unknown here, the button only reports that there is no next one.
 */
export function AdvanceButton({
  titleId,
  about,
  status,
  takeaway,
  change,
  isUndoable,
  isSaving,
  problem,
  advance,
  undo,
  dismiss,
}: Props) {
  const t = useText();
  const next = change ?? nextStatus({ status, takeaway });
  const isUnknown = readOrderStatus(status) === undefined;
  const word = next && t(shopStatusTextId(next, { takeaway }));
  const text =
    word === undefined
      ? t('shopOrders.keyAdvance')
      : isUndoable
        ? t('shopOrders.markedAs', { status: word })
        : next === 'In Transit'
          ? t('shopOrders.sendOut')
          : t('shopOrders.markAs', { status: word });
  return (
    <>
      {next || isUnknown ? (
        <div className={styles.row}>
          {/* Not `disabled`, which would take the keyboard focus away. */}
          <Button
            wide
            data-advance
            aria-disabled={isSaving || isUndoable}
            aria-describedby={titleId}
            onClick={isUndoable ? undefined : advance}
          >
            {isSaving ? t('shopOrders.updating') : text}
            {isUndoable ? <span className={styles.countdown} /> : null}
          </Button>
          {isUndoable ? (
            <Button look="secondary" data-undo aria-describedby={titleId} onClick={undo}>
              {t('common.undo')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {problem ? <AlertDialog text={problem} about={about} onClose={dismiss} /> : null}
    </>
  );
}
