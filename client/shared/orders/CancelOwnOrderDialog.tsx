import { cancelOrder, requestCancellation } from '@haat/contract/orders/order-ends.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { CANCELLATION_ANSWER_MINUTES, CUSTOMER_REASONS } from '@haat/contract/orders/order-reasons';
import { reasonOf } from '@haat/contract/reason';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serverText } from '../../i18n/language.ts';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { showText } from '../../ui/toasts.tsx';
import { clearRequest } from './pending-order.ts';
import { useSession } from '../session/SessionProvider.tsx';
import type { CancelWay } from './CancelOwnOrder.tsx';
import { type ChosenReason, EndOrderDialog } from './EndOrderDialog.tsx';

type Props = { order: OrderView; way: CancelWay; onClose: () => void };

const EFFECTS = { cancel: 'endOrder.customerEffect', ask: 'endOrder.askEffect' } as const;

/** Asks the customer why, and cancels the order or asks the shop to. */
export function CancelOwnOrderDialog({ order: { id, orderNumber: number, shop }, way, onClose }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const { userId } = useSession();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ChosenReason<(typeof CUSTOMER_REASONS)[number]>) =>
      way === 'ask' ? call(requestCancellation, { params: { id }, body }) : call(cancelOrder, { params: { id }, body }),
    onSuccess: () => {
      onClose();
      // To order the same again is no mistake now.
      if (way === 'cancel') clearRequest(`${userId}_${shop.slug}`);
      void showText('success', t(way === 'ask' ? 'endOrder.asked' : 'endOrder.done', { number }));
    },
    // Also after a refusal: the order has changed in the meantime.
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_KEYS.ownOrders }),
  });
  const reason = error && reasonOf(error);
  return (
    <EndOrderDialog
      title={t(`endOrder.${way}Title`, { number })}
      effect={t(EFFECTS[way], { minutes: CANCELLATION_ANSWER_MINUTES })}
      reasons={CUSTOMER_REASONS}
      confirm={t(`endOrder.${way}`)}
      isBusy={isPending}
      problem={reason ? t('endOrder.failed', { body: serverText('endOrder.failed', reason.text ?? '') }) : undefined}
      onConfirm={mutate}
      onClose={onClose}
    />
  );
}
