import type { CounterConflict } from '@haat/contract/orders/counter-sales.calls';
import { formatRupees } from '@haat/contract/rupees';
import type { Basket } from '@haat/machines/orders/basket';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Counter } from './use-counter.ts';

type Props = {
  counter: Counter;
  basket: Basket;
  conflict: CounterConflict & { code: 'price_changed' | 'out_of_stock' };
};

/** The stock or the prices of the server are others than on the screen: sell anyway, take the new prices, or go back. */
export function SaleConflict({ counter, basket, conflict: { code, lines } }: Props) {
  const t = useText();
  const isShort = code === 'out_of_stock';
  const texts = lines.flatMap(({ variant_id: id, name, price, stock }) => {
    const line = basket.lines.find(({ item }) => item.variant_id === id);
    if (!line) return [];
    if (isShort) return line.quantity > stock ? [t('counterSale.leftOf', { name, stock, count: line.quantity })] : [];
    if (line.item.price === price) return [];
    const [before, now] = [formatRupees(line.item.price), formatRupees(price)];
    return [t('counterSale.priceNow', { name, before, now })];
  });
  return (
    <Notice tone="error">
      <p>{t(isShort ? 'counterSale.outOfStock' : 'counterSale.pricesChanged')}</p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Row gap={2}>
        <Button autoFocus onClick={() => counter.send({ type: 'confirmed' })}>
          {t(isShort ? 'counterSale.sellAnyway' : 'counterSale.takePrices')}
        </Button>
        <Button look="secondary" onClick={() => counter.send({ type: 'back' })}>
          {t('counterSale.back')}
        </Button>
      </Row>
      {isShort ? <p>{t('counterSale.sellAnywayHint')}</p> : null}
    </Notice>
  );
}
