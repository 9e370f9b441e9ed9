import { isIndianMobile } from '@haat/contract/accounts/address';
import {
  COUNTER_METHODS,
  type CounterMethod,
  type PaymentPart,
  splitProblem,
} from '@haat/contract/orders/counter-sale';
import { formatPaise } from '@haat/contract/rupees';
import { totalsOf } from '@haat/machines/orders/basket';
import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { lazyComponent } from '../../lib/lazy.ts';
import { randomKey } from '../../lib/storage.ts';
import { COUNTER_METHOD_TEXTS } from '../../shared/orders/counter-payment.ts';
import { Button } from '../../ui/Button.tsx';
import { PhoneField } from '../../ui/Field.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import looks from '../../ui/looks.module.css';
import { useProblemText } from '../../ui/use-error-text.ts';
import { cashAmounts } from './cash-amounts.ts';
import { RupeesField } from './RupeesField.tsx';
import type { Counter } from './use-counter.ts';
import { hasRealKeyboard } from './use-counter-keys.ts';
import styles from './CounterSaleScreen.module.css';

export const UpiCode = lazyComponent(
  () => import('./UpiCode.tsx'),
  'UpiCode',
  () => <Skeleton height="220px" radius="var(--radius-control)" />,
);

type Props = { counter: Counter; shopId: number };

/** How the customer pays: in cash with its change, by UPI with a QR code, by card, or in parts. */
export function PaymentPanel({ counter, shopId }: Props) {
  const t = useText();
  const problemText = useProblemText();
  const { basket, payment, problem } = useSelector(counter, ({ context }) => context);
  const { totalPaise } = totalsOf(basket);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Not returned: newer browsers answer with a promise, which is no clean-up.
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const receive = (how: { receivedPaise?: number | undefined; parts?: PaymentPart[] } = {}) =>
    counter.send({ type: 'received', key: randomKey(), ...how });
  const text = problemText(problem);
  return (
    <section ref={panel} className={styles.payment} aria-label={t('counterSale.payment')}>
      <p className={styles.due}>
        <span>{t('counterSale.toPay')}</span>
        <strong>{formatPaise(totalPaise)}</strong>
      </p>
      <FilterChips
        label={t('counterSale.payment')}
        chips={[
          ...COUNTER_METHODS.map((value) => ({ value, label: t(COUNTER_METHOD_TEXTS[value]) })),
          { value: 'split' as const, label: t('counterSale.split') },
        ]}
        chosen={payment}
        onChoose={(method) => counter.send({ type: 'pay', payment: method })}
      />
      {text ? <Notice tone="error">{text}</Notice> : null}
      {payment === 'cod' ? (
        <CashForm totalPaise={totalPaise} onReceived={(receivedPaise) => receive({ receivedPaise })} />
      ) : payment === 'split' ? (
        <SplitForm shopId={shopId} totalPaise={totalPaise} onReceived={(parts) => receive({ parts })} />
      ) : (
        <div className={styles.received}>
          {payment === 'upi' ? (
            <UpiCode shopId={shopId} paise={totalPaise} />
          ) : (
            <p>{t('counterSale.cardHint', { amount: formatPaise(totalPaise) })}</p>
          )}
          <Button wide autoFocus onClick={() => receive()}>
            {t('counterSale.takeUpi')}
          </Button>
        </div>
      )}
      <CustomerPhone onPhone={(phone) => counter.send({ type: 'phone.given', phone })} />
      <Button look="secondary" wide onClick={() => counter.send({ type: 'back' })}>
        {t('counterSale.back')}
      </Button>
    </section>
  );
}

/** Printed on the receipt, and found by the search for orders. */
function CustomerPhone({ onPhone }: { onPhone: (phone: string | undefined) => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [number, setNumber] = useState('');
  if (!isOpen) {
    return (
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('counterSale.addPhone')}
      </Button>
    );
  }
  return (
    <PhoneField
      label={t('counterSale.addPhone')}
      hint={t('counterSale.phoneHint')}
      autoFocus
      value={number}
      problem={number !== '' && !isIndianMobile(number) ? t('profile.mobileWrong') : undefined}
      onNumber={(text) => {
        setNumber(text);
        onPhone(isIndianMobile(text) ? text : undefined);
      }}
    />
  );
}

type CashFormProps = { totalPaise: number; onReceived: (paise?: number) => void };

/** One tap for the exact sum or the next notes; any other sum is typed. Enter alone is the exact sum. */
function CashForm({ totalPaise, onReceived }: CashFormProps) {
  const t = useText();
  const [receivedPaise, setReceived] = useState<number>();
  const changePaise = (receivedPaise ?? totalPaise) - totalPaise;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changePaise >= 0) onReceived(receivedPaise);
  };
  return (
    <form className={styles.cash} onSubmit={submit}>
      <div className={styles.amounts} role="group" aria-label={t('counterSale.received')}>
        <Button onClick={() => onReceived()}>{t('counterSale.exact')}</Button>
        {cashAmounts(totalPaise).map((paise) => (
          <Button key={paise} look="secondary" onClick={() => onReceived(paise)}>
            {formatPaise(paise).replace(/\.00$/, '')}
          </Button>
        ))}
      </div>
      <RupeesField
        label={t('counterSale.received')}
        paise={undefined}
        autoFocus={hasRealKeyboard()}
        hint={t('counterSale.receivedHint')}
        onPaise={setReceived}
      />
      <p className={changePaise < 0 ? `${styles.change} ${looks.danger}` : styles.change} role="status">
        {t(changePaise < 0 ? 'counterSale.missing' : 'counterSale.change', {
          amount: formatPaise(Math.abs(changePaise)),
        })}
      </p>
      <Button type="submit" wide aria-disabled={changePaise < 0}>
        {t('counterSale.takeCash')}
      </Button>
    </form>
  );
}

type SplitFormProps = { shopId: number; totalPaise: number; onReceived: (parts: PaymentPart[]) => void };

/** A sum for each method; empty ones offer the rest. */
function SplitForm({ shopId, totalPaise, onReceived }: SplitFormProps) {
  const t = useText();
  const [sums, setSums] = useState<Partial<Record<CounterMethod, number>>>({});
  // A field keeps what is typed into it, so after a tap on a rest they begin anew.
  const [taps, setTaps] = useState(0);
  const parts = COUNTER_METHODS.flatMap((method) => (sums[method] ? [{ method, paise: sums[method] }] : []));
  const missingPaise = totalPaise - parts.reduce((sum, { paise }) => sum + paise, 0);
  const isComplete = splitProblem(parts, totalPaise) === undefined;
  const set = (method: CounterMethod, paise: number | undefined) => setSums((now) => ({ ...now, [method]: paise }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) onReceived(parts);
  };
  return (
    <form className={styles.cash} onSubmit={submit}>
      {COUNTER_METHODS.map((method, nr) => (
        <div key={method} className={styles.part}>
          <RupeesField
            key={taps}
            label={t(COUNTER_METHOD_TEXTS[method])}
            paise={sums[method]}
            autoFocus={nr === 0 && hasRealKeyboard()}
            onPaise={(paise) => set(method, paise)}
          />
          {!sums[method] && missingPaise > 0 && missingPaise < totalPaise ? (
            <Button
              look="secondary"
              aria-label={t('counterSale.restBy', {
                amount: formatPaise(missingPaise),
                method: t(COUNTER_METHOD_TEXTS[method]),
              })}
              onClick={() => {
                set(method, missingPaise);
                setTaps(taps + 1);
              }}
            >
              {t('counterSale.rest', { amount: formatPaise(missingPaise) })}
            </Button>
          ) : null}
        </div>
      ))}
      <p className={isComplete ? styles.change : `${styles.change} ${looks.danger}`} role="status">
        {missingPaise === 0
          ? t(isComplete ? 'counterSale.complete' : 'counterSale.onePart')
          : t(missingPaise < 0 ? 'counterSale.tooMuch' : 'counterSale.missing', {
              amount: formatPaise(Math.abs(missingPaise)),
            })}
      </p>
      {isComplete && sums.upi ? <UpiCode shopId={shopId} paise={sums.upi} /> : null}
      <Button type="submit" wide aria-disabled={!isComplete}>
        {t('counterSale.takeUpi')}
      </Button>
    </form>
  );
}
