import type { OrderView } from '@haat/contract/api/orders.schema';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { useReceiptParts } from './use-receipt-parts.ts';

type Props = { order: OrderView };

/** The button that prints an order's receipt; until its code is there, one of the same size keeps its place. */
export function ReceiptButton({ order }: Props) {
  const t = useText();
  const parts = useReceiptParts();
  if (parts) return <parts.PrintReceiptButton order={order} />;
  return (
    <Button look="secondary" wide disabled>
      {t('receipts.print')}
    </Button>
  );
}
