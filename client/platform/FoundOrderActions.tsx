import { cancelOrder } from '@haat/contract/orders/order-ends.calls';
import type { OperatorOrderView } from '@haat/contract/platform/operator-orders.calls';
import { SHOP_REASONS } from '@haat/contract/orders/order-reasons';
import { reasonOf } from '@haat/contract/reason';
import { statusAfter } from '@haat/machines/orders/order.machine';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverText } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { reload } from '../lib/reload.ts';
import { Button } from '../ui/Button.tsx';
import { showText } from '../ui/toasts.tsx';
import { useChange } from '../ui/use-change.ts';
import { EndOrderDialog } from '../shared/orders/EndOrderDialog.tsx';
import { RefundOrder } from '../shared/orders/RefundOrder.tsx';

/** Orders that are not paid expire automatically. */
const isPlaced = ({ payment_status }: OperatorOrderView): boolean =>
  payment_status !== 'awaiting' && payment_status !== 'expired';

/** Cancels an order for a reason that its customer and its shop read, for as long as that is possible. */
export function CancelFoundOrder({ order }: { order: OperatorOrderView }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { id, orderNumber: number, order_status: status, takeaway } = order;
  const { send, isSending, error, reset } = useChange(cancelOrder, {
    failed: 'endOrder.failed',
    onDone: () => {
      setOpen(false);
      void showText('success', t('endOrder.done', { number }));
    },
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
          isBusy={isSending}
          problem={
            error
              ? t('endOrder.failed', { body: serverText('endOrder.failed', reasonOf(error).text ?? '') })
              : undefined
          }
          onConfirm={(body) => send({ params: { id }, body })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Refunds part of a payment; renders nothing if nothing can be refunded. */
export function RefundFoundOrder({ order }: { order: OperatorOrderView }) {
  const queries = useQueryClient();
  const { id, orderNumber, order_status, payment_method, refundable } = order;
  if (refundable.online + refundable.cash === 0) return null;
  const isDelivered = order_status === 'Delivered';
  return (
    <RefundOrder
      orderId={id}
      number={orderNumber}
      {...{ refundable, isDelivered }}
      isUpi={payment_method === 'upi'}
      onSettled={() => reload(queries, ['/api/operator/orders'])}
    />
  );
}
