import { cancelOrder } from '@haat/contract/orders/order-ends.calls';
import type { OperatorOrderView } from '@haat/contract/platform/operator-orders.calls';
import { SHOP_REASONS } from '@haat/contract/orders/order-reasons';
import { reasonOf } from '@haat/contract/reason';
import { statusAfter } from '@haat/machines/orders/order.machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverText } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../lib/back-office-query-keys.ts';
import { Button } from '../ui/Button.tsx';
import { showText } from '../ui/toasts.tsx';
import { type ChosenReason, EndOrderDialog } from '../shared/orders/EndOrderDialog.tsx';
import { RefundOrder } from '../shared/orders/RefundOrder.tsx';

/** Orders that are not paid expire automatically. */
const isPlaced = ({ payment_status }: OperatorOrderView): boolean =>
  payment_status !== 'awaiting' && payment_status !== 'expired';

/** Cancels an order for a reason that its customer and its shop read, for as long as that is possible. */
export function CancelFoundOrder({ order }: { order: OperatorOrderView }) {
  const t = useText();
  const outdated = useOutdate();
  const [isOpen, setOpen] = useState(false);
  const { id, orderNumber: number, order_status: status, takeaway } = order;
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: ChosenReason) => call(cancelOrder, { params: { id }, body }),
    onSuccess: () => {
      setOpen(false);
      void showText('success', t('endOrder.done', { number }));
    },
    // Also after a refusal: the order has changed in the meantime.
    onSettled: outdated,
  });
  const canCancel = statusAfter({ status, takeaway }, { type: 'cancel', by: 'operator', at: 0 }) !== undefined;
  if (!isOpen && !(isPlaced(order) && canCancel)) return null;
  const close = () => {
    setOpen(false);
    reset();
  };
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('endOrder.cancel')}
        <span className="visually-hidden"> {number}</span>
      </Button>
      {isOpen ? (
        <EndOrderDialog
          title={t('endOrder.cancelTitle', { number })}
          effect={t('endOrder.shopEffect')}
          reasons={SHOP_REASONS}
          confirm={t('endOrder.cancel')}
          isBusy={isPending}
          problem={
            error
              ? t('endOrder.failed', { body: serverText('endOrder.failed', reasonOf(error).text ?? '') })
              : undefined
          }
          onConfirm={mutate}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Refunds part of a payment; renders nothing if nothing can be refunded. */
export function RefundFoundOrder({ order }: { order: OperatorOrderView }) {
  const outdated = useOutdate();
  const { id, orderNumber, order_status, payment_method, refundable } = order;
  if (refundable.online + refundable.cash === 0) return null;
  const isDelivered = order_status === 'Delivered';
  return (
    <RefundOrder
      orderId={id}
      number={orderNumber}
      {...{ refundable, isDelivered }}
      isUpi={payment_method === 'upi'}
      onSettled={outdated}
    />
  );
}

function useOutdate(): () => unknown {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.operatorOrders });
}
