import type { RiderOrderView } from '@haat/contract/orders/rider-orders.calls';
import { RETURN_REASONS } from '@haat/contract/orders/order-reasons';
import { useText } from '../../../i18n/use-text.ts';
import { EndOrderDialog } from '../../../shared/orders/EndOrderDialog.tsx';

type Props = {
  order: RiderOrderView;
  onReturn: (reason: (typeof RETURN_REASONS)[number]) => void;
  onClose: () => void;
};

/** Asks why an order could not be delivered, and says what follows. */
export function ReturnDialog({ order: { orderNumber: number, to_collect: due }, onReturn, onClose }: Props) {
  const t = useText();
  return (
    <EndOrderDialog
      title={t('endOrder.bringBackTitle', { number })}
      effect={t(due === null ? 'rider.returnPaid' : 'rider.returnUnpaid')}
      reasons={RETURN_REASONS}
      confirm={t('endOrder.bringBack')}
      onConfirm={({ reason }) => onReturn(reason)}
      onClose={onClose}
    />
  );
}
