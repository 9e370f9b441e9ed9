import type { OrderStatus } from '@haat/contract/rules/order-status';
import { nextStatus } from '@haat/machines/order-status/order-status.machine';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './AdvanceButton.module.css';

type Props = {
  /** The id of the heading that says which order this is. */
  titleId: string;
  status: OrderStatus;
  isHeld: boolean;
  isSaving: boolean;
  problem: string | undefined;
  advance: () => void;
  undo: () => void;
  dismiss: () => void;
};

/** 'Mark as {next label}', and for five seconds the way back; a delivered order has no button. Spec section 4. */
export function AdvanceButton({ titleId, status, isHeld, isSaving, problem, advance, undo, dismiss }: Props) {
  const t = useText();
  const next = nextStatus(status);
  const label = next && t(orderStatusTextId(next));
  const text = t(isHeld ? 'shopOrders.markedAs' : 'shopOrders.markAs', { status: label ?? '' });
  return (
    <>
      {label ? (
        <div className={styles.row}>
          {/* Not `disabled` while it waits: that would take the focus away from whoever works with the keyboard. */}
          <Button
            wide
            data-advance
            aria-disabled={isSaving || isHeld}
            aria-describedby={titleId}
            onClick={isHeld ? undefined : advance}
          >
            {isSaving ? t('shopOrders.updating') : text}
            {isHeld ? <span className={styles.clock} /> : null}
          </Button>
          {isHeld ? (
            <Button look="secondary" data-undo aria-describedby={titleId} onClick={undo}>
              {t('common.undo')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {problem ? <AlertDialog text={problem} onClose={dismiss} /> : null}
    </>
  );
}
