import type { OrderView } from '@haat/contract/orders/orders.calls';
import { useProductName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import items from '../../../shared/orders/OrderItems.module.css';

/** How many of an item cannot be sold again, by the id of its order line. */
export type WrittenOff = Readonly<Record<number, number>>;

type Props = { order: OrderView; writtenOff: WrittenOff; onChange: (writtenOff: WrittenOff) => void };

/** How many of each line of an order that came back are on sale again; by default all. The others are written off. */
export function ReturnedItems({ order, writtenOff, onChange }: Props) {
  const t = useText();
  const nameOf = useProductName();
  return (
    <Stack role="group" gap={2} aria-label={t('returned.onSale')}>
      <p>{t('returned.onSale')}</p>
      {order.items.map(({ id, name, quantity }) => {
        const lost = writtenOff[id] ?? 0;
        const change = (delta: number) =>
          onChange({ ...writtenOff, [id]: Math.min(quantity, Math.max(0, lost - delta)) });
        return (
          <Row key={id} justify="between" gap={2}>
            <span className={items.words}>{nameOf(name)}</span>
            <Stepper name={nameOf(name)} quantity={quantity - lost} max={quantity} onChange={change} />
          </Row>
        );
      })}
    </Stack>
  );
}
