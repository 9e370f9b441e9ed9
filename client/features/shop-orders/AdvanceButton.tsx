import type { OrderStatus } from '@haat/contract/rules/order-status';
import { nextStatus } from '@haat/machines/order-status/order-status.machine';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Button } from '../../ui/Button.tsx';

type Props = {
  /** The id of the heading that says which order this is. */
  titleId: string;
  status: OrderStatus;
  isSaving: boolean;
  problem: string | undefined;
  advance: () => void;
  dismiss: () => void;
};

/** 'Mark as {next label}'; a delivered order has no button. Spec section 4. */
export function AdvanceButton({ titleId, status, isSaving, problem, advance, dismiss }: Props) {
  const t = useText();
  const next = nextStatus(status);
  const label = next && t('shopOrders.markAs', { status: t(orderStatusTextId(next)) });
  return (
    <>
      {label ? (
        // Not `disabled` while it saves: that would take the focus away from whoever works with the keyboard.
        <Button wide aria-disabled={isSaving} aria-describedby={titleId} onClick={advance}>
          {isSaving ? t('shopOrders.updating') : label}
        </Button>
      ) : null}
      {problem ? <AlertDialog text={problem} onClose={dismiss} /> : null}
    </>
  );
}
