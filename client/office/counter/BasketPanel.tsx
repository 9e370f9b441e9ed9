import { COUNTER_METHODS } from '@haat/contract/orders/counter-sale';
import { formatStock } from '@haat/contract/catalog/stock-unit';
import { formatPaise, formatRupees } from '@haat/contract/rupees';
import { type Basket, type BasketLine, isEmpty, takenOf, totalsOf } from '@haat/machines/orders/basket';
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { CounterConflict } from '@haat/contract/orders/counter-sales.calls';
import { type Text, useText } from '../../i18n/use-text.ts';
import { COUNTER_METHOD_TEXTS } from '../../shared/orders/counter-payment.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { BasketLineRow } from './BasketLineRow.tsx';
import { RupeesField } from './RupeesField.tsx';
import type { Counter } from './use-counter.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from './CounterSaleScreen.module.css';

/** What the present customer buys, what it costs, and the baskets that are parked. */
export function BasketPanel({ counter }: { counter: Counter }) {
  const t = useText();
  const { basket, parked, conflict } = useSelector(counter, ({ context }) => context);
  const isStoring = useSelector(counter, (state) => state.hasTag('busy'));
  return (
    <>
      {conflict ? <SaleConflict counter={counter} basket={basket} conflict={conflict} /> : null}
      <section className={styles.basket} aria-label={t('counterSale.basket')}>
        {parked.length > 0 ? <ParkedBaskets counter={counter} parked={parked} /> : null}
        {isEmpty(basket) ? (
          <p className={styles.empty}>{t(isStoring ? 'counterSale.storing' : 'counterSale.empty')}</p>
        ) : (
          <Lines counter={counter} basket={basket} />
        )}
      </section>
      {isEmpty(basket) || conflict ? null : <PayBar counter={counter} basket={basket} />}
    </>
  );
}

type SaleConflictProps = {
  counter: Counter;
  basket: Basket;
  conflict: CounterConflict & { code: 'price_changed' | 'out_of_stock' };
};

/** The stock or the prices of the server are others than on the screen: sell anyway, take the new prices, or go back. */
function SaleConflict({ counter, basket, conflict: { code, lines } }: SaleConflictProps) {
  const t = useText();
  const isShort = code === 'out_of_stock';
  const texts = lines.flatMap(({ variant_id: id, name, price, stock }) => {
    const line = basket.lines.find(({ item }) => item.variant_id === id);
    if (!line) return [];
    if (isShort) return shortText(t, { ...line, item: { ...line.item, name, stock } });
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

function shortText(t: Text, line: BasketLine): string[] {
  const { name, stock, stock_unit: unit } = line.item;
  const taken = takenOf(line);
  if (taken <= stock) return [];
  return [t('counterSale.leftOf', { name, stock: formatStock(stock, unit), count: formatStock(taken, unit) })];
}

function Lines({ counter, basket }: { counter: Counter; basket: Basket }) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const { lastId } = basket;
  // The line that was scanned last is always in view.
  useEffect(() => {
    list.current?.querySelector(`[data-variant="${lastId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [lastId]);
  return (
    <ul ref={list} className={styles.lines} aria-label={t('counterSale.lines')}>
      {basket.lines.map((line) => (
        <BasketLineRow
          key={line.item.variant_id}
          line={line}
          isLast={line.item.variant_id === lastId}
          onChange={(change) => counter.send({ type: 'changed', variantId: line.item.variant_id, ...change })}
        />
      ))}
    </ul>
  );
}

/** The total, the discount, and the ways to go on. */
function PayBar({ counter, basket }: { counter: Counter; basket: Basket }) {
  const t = useText();
  const [isDiscounting, setDiscounting] = useState(false);
  const { count, discountPaise, totalPaise } = totalsOf(basket);
  return (
    <div className={styles.pay}>
      {isDiscounting || discountPaise > 0 ? (
        <RupeesField
          label={t('counterSale.discount')}
          paise={basket.discountPaise}
          autoFocus={isDiscounting}
          onPaise={(paise) => counter.send({ type: 'discounted', discountPaise: paise ?? 0 })}
        />
      ) : null}
      <p className={styles.total}>
        <span>{t('counterSale.count', { count })}</span>
        <strong aria-live="polite">{formatPaise(totalPaise)}</strong>
      </p>
      <div className={styles.methods}>
        {COUNTER_METHODS.map((payment) => (
          <Button key={payment} wide onClick={() => counter.send({ type: 'pay', payment })}>
            {t(COUNTER_METHOD_TEXTS[payment])}
          </Button>
        ))}
      </div>
      <Row gap={2}>
        <Button look="quiet" onClick={() => counter.send({ type: 'parked' })}>
          {t('counterSale.park')}
        </Button>
        {isDiscounting || discountPaise > 0 ? null : (
          <Button look="quiet" onClick={() => setDiscounting(true)}>
            {t('counterSale.discount')}
          </Button>
        )}
        <Button look="quiet" onClick={() => counter.send({ type: 'emptied' })}>
          {t('counterSale.clear')}
        </Button>
      </Row>
    </div>
  );
}

/** Customers who have gone for something else. */
function ParkedBaskets({ counter, parked }: { counter: Counter; parked: Basket[] }) {
  const t = useText();
  return (
    <Stack gap={1} as="section" aria-label={t('counterSale.parkedList')}>
      {parked.map((basket, index) => {
        const { count, totalPaise } = totalsOf(basket);
        const what = t('counterSale.parkedBasket', { count, total: formatPaise(totalPaise) });
        return (
          <Row key={index} justify="between" gap={2} className={styles.parked}>
            <span>{what}</span>
            <Button
              look="secondary"
              aria-label={t('counterSale.resumeNamed', { basket: what })}
              onClick={() => counter.send({ type: 'resumed', index })}
            >
              {t('counterSale.resume')}
            </Button>
          </Row>
        );
      })}
    </Stack>
  );
}
