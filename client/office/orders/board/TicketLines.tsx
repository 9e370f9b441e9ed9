import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { useText } from '../../../i18n/use-text.ts';
import { useProductName, useVariantLabel } from '../../../i18n/use-name.ts';
import { weightText } from '../../../shared/orders/weight-text.ts';
import { usePackedLines } from './packed-lines.ts';
import styles from './OrderTicket.module.css';

type Props = { order: Pick<OrderView, 'id' | 'items'>; status: OrderStatus };

/** What to pack, `2 × Ghee · 500 g`. The lines of an accepted order are ticked off as they go into the bag. */
export function TicketLines({ order, status }: Props) {
  const lines = useLineTexts(order.items);
  const { lines: packed, toggle } = usePackedLines(order.id);
  if (status !== 'Accepted')
    return (
      <ul className={styles.lines}>
        {lines.map(({ id, quantity, what }) => (
          <li key={id} className={styles.line}>
            <span className={styles.quantity}>{quantity} ×</span> <span>{what}</span>
          </li>
        ))}
      </ul>
    );
  return (
    <ul className={styles.lines}>
      {lines.map(({ id, quantity, what }) => (
        <li key={id}>
          <label className={styles.tick}>
            <input type="checkbox" checked={packed.includes(id)} onChange={() => toggle(id)} />
            <span className={styles.line}>
              <span className={styles.quantity}>{quantity} ×</span> {what}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

export type PackedItem = Pick<
  OrderView['items'][number],
  'id' | 'name' | 'quantity' | 'packed_grams' | 'size' | 'color' | 'unit'
>;

type LineText = { id: number; quantity: number; what: string };

/** Each line in words: product, pack and the weight that was packed. */
export function useLineTexts(items: readonly PackedItem[]): LineText[] {
  const t = useText();
  const formOf = useVariantLabel();
  const nameOf = useProductName();
  return items.map(({ id, name, quantity, packed_grams: grams, size, color, unit }) => {
    const form = formOf({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
    const weight = grams === null ? '' : t('adjust.packedWeight', { weight: weightText(t, grams) });
    return { id, quantity, what: [nameOf(name), form, weight].filter(Boolean).join(' · ') };
  });
}
