import { cancelOrder, requestCancellation } from '@haat/contract/orders/order-ends.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { CANCELLATION_ANSWER_MINUTES, CUSTOMER_REASONS } from '@haat/contract/orders/order-reasons';
import { reasonOf } from '@haat/contract/reason';
import { serverText } from '../../i18n/language.ts';
import { useText } from '../../i18n/use-text.ts';
import { showText } from '../../ui/toasts.tsx';
import { useChange } from '../../ui/use-change.ts';
import { clearRequest } from './pending-order.ts';
import { useSession } from '../session/SessionProvider.tsx';
import type { CancelWay } from './CancelOwnOrder.tsx';
import { EndOrderDialog } from './EndOrderDialog.tsx';

type Props = { order: OrderView; way: CancelWay; onClose: () => void };

const EFFECTS = { cancel: 'endOrder.customerEffect', ask: 'endOrder.askEffect' } as const;

/** Asks the customer why, and cancels the order or asks the shop to. */
export function CancelOwnOrderDialog({ order: { id, orderNumber: number, shop }, way, onClose }: Props) {
  const t = useText();
  const { userId } = useSession();
  const { send, isSending, error } = useChange(way === 'ask' ? requestCancellation : cancelOrder, {
    failed: 'endOrder.failed',
    onDone: () => {
      onClose();
      // To order the same again is no mistake now.
      if (way === 'cancel') clearRequest(`${userId}_${shop.slug}`);
      void showText('success', t(way === 'ask' ? 'endOrder.asked' : 'endOrder.done', { number }));
    },
  });
  const reason = error && reasonOf(error);
  return (
    <EndOrderDialog
      title={t(`endOrder.${way}Title`, { number })}
      effect={t(EFFECTS[way], { minutes: CANCELLATION_ANSWER_MINUTES })}
      reasons={CUSTOMER_REASONS}
      confirm={t(`endOrder.${way}`)}
      isBusy={isSending}
      problem={reason ? t('endOrder.failed', { body: serverText('endOrder.failed', reason.text ?? '') }) : undefined}
      onConfirm={(body) => send({ params: { id }, body })}
      onClose={onClose}
    />
  );
}
