import { returnCounterSale } from '@haat/contract/orders/counter-sales.calls';
import { COUNTER_METHODS, type CounterPayment } from '@haat/contract/orders/counter-sale';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { formatPaise, toPaise } from '@haat/contract/rupees';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { randomKey } from '../../lib/storage.ts';
import { COUNTER_METHOD_TEXTS } from '../../shared/orders/counter-payment.ts';
import backOffice from '../../ui/BackOffice.module.css';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import looks from '../../ui/looks.module.css';
import { useChange } from '../../ui/use-change.ts';

type Props = { order: OrderView; onReturned: (order: OrderView) => void; onClose: () => void };

/** Takes items of a counter sale back, as many as the shop chooses. */
export function ReturnSaleDialog({ order, onReturned, onClose }: Props) {
  const t = useText();
  const { quantities, change, toStock, setToStock, paidBy, setPaidBy, paise, save, isSaving, problem } = useReturn(
    order,
    onReturned,
  );
  const title = t('counterSale.takeBackTitle', { number: order.orderNumber });
  return (
    <Dialog label={title} shape="sheet" onClose={onClose}>
      <Stack>
        <h2>{title}</h2>
        <p className={looks.note}>{t('counterSale.takeBackHow')}</p>
        <Stack as="ul" gap={2}>
          {order.items.map(({ id, name, quantity, returned }) => (
            <Row key={id} as="li" justify="between" gap={2}>
              <span>{name}</span>
              <Stepper
                name={name}
                quantity={quantities[id] ?? 0}
                max={quantity - (returned ?? 0)}
                onChange={(delta) => change(id, delta)}
              />
            </Row>
          ))}
        </Stack>
        <label className={backOffice.check}>
          <input type="checkbox" checked={toStock} onChange={(event) => setToStock(event.target.checked)} />
          {t('counterSale.toStock')}
        </label>
        <ChoiceList
          label={t('counterSale.payBackBy')}
          choices={[
            ...(order.payment_method === 'split'
              ? [{ value: 'split' as const, label: t('counterSale.asPaid'), hint: t('counterSale.asPaidHint') }]
              : []),
            ...COUNTER_METHODS.map((value) => ({ value, label: t(COUNTER_METHOD_TEXTS[value]) })),
          ]}
          chosen={paidBy}
          onChoose={setPaidBy}
        />
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <Row gap={2}>
          <Button disabled={isSaving || paise === undefined} onClick={save}>
            {paise === undefined
              ? t('counterSale.chooseReturned')
              : t('counterSale.payBack', { amount: formatPaise(paise) })}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

function useReturn(order: OrderView, onReturned: Props['onReturned']) {
  const [quantities, setQuantities] = useState<Record<number, number>>({});
  const [paidBy, setPaidBy] = useState(order.payment_method as CounterPayment);
  const [toStock, setToStock] = useState(true);
  const [key] = useState(randomKey);
  const lines = order.items.flatMap(({ id }) => {
    const quantity = quantities[id] ?? 0;
    return quantity > 0 ? [{ item_id: id, quantity }] : [];
  });
  const { send, isSending, refusal } = useChange(returnCounterSale, {
    failed: 'counterSale.takeBackFailed',
    onDone: onReturned,
  });
  const paise = order.items.reduce((sum, { id, amount, quantity, returned = 0 }) => {
    // All parts of a line add up to what it cost.
    const upTo = (count: number) => Math.floor((toPaise(amount) * count) / quantity);
    return sum + upTo(returned + (quantities[id] ?? 0)) - upTo(returned);
  }, 0);
  return {
    quantities,
    change: (id: number, delta: number) =>
      setQuantities((now) => ({ ...now, [id]: Math.max(0, (now[id] ?? 0) + delta) })),
    toStock,
    setToStock,
    paidBy,
    setPaidBy,
    paise: lines.length > 0 ? paise : undefined,
    save: () => {
      const body = { lines, to_stock: toStock, ...(paidBy !== 'split' && { paid_by: paidBy }) };
      if (lines.length > 0 && !isSending) send({ params: { id: order.id }, body, key });
    },
    isSaving: isSending,
    problem: refusal,
  };
}
