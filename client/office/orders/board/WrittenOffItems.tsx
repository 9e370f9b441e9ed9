import type { OrderView } from '@haat/contract/orders/orders.calls';
import { useProductName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';

/** The written-off items of an order; renders nothing without any. */
export function WrittenOffItems({ order: { items: lines } }: { order: OrderView }) {
  const t = useText();
  const nameOf = useProductName();
  const lost = lines.filter(({ written_off: count }) => count > 0);
  if (lost.length === 0) return null;
  return (
    <p>
      {t('returned.writtenOff', {
        items: lost.map(({ name, written_off: count }) => `${count} × ${nameOf(name)}`).join(', '),
      })}
    </p>
  );
}
