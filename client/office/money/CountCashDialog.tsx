import { type CashView, closeCash } from '@haat/contract/money/cash-closes.calls';
import { type Counted, DENOMINATIONS, expectedPaise, worthOf } from '@haat/contract/money/cash-close';
import { formatPaise, isRupees, toPaise, toRupees } from '@haat/contract/rupees';
import { type SubmitEvent, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { randomKey } from '../../lib/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, useFocusOnFirst } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import looks from '../../ui/looks.module.css';
import { useChange } from '../../ui/use-change.ts';
import { useDayText } from '../../i18n/use-day-text.ts';
import { differenceText } from './CashCloses.tsx';
import styles from './CashReportScreen.module.css';

type Props = { shopId: number; day: string; cash: CashView; onClose: () => void };

const MOST_RUPEES = 100_000_000;
const OWN_TEXTS = { edit_conflict: 'cashClose.conflict', idempotency_conflict: 'cashClose.conflict' } as const;

/** Counts cash, as a sum or by notes and coins, with the opening cash and the cash taken out. */
export function CountCashDialog(props: Props) {
  const { cash, onClose } = props;
  const { close, earlier } = cash;
  const t = useText();
  const dayText = useDayText();
  const { values, counted, isByNotes, counts, setCounts, problems, form, change, submit, isSending, refusal } =
    useCount(props);
  const title = `${t('cashClose.count')}: ${cash.person_id === null ? t('cashClose.all') : (cash.name ?? t('timeline.by.operator'))}`;
  const amountField = (name: 'opening' | 'paidOut', hint?: string) => (
    <Field
      label={t(`cashClose.${name}`)}
      hint={hint}
      inputMode="decimal"
      value={values[name]}
      problem={problems[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  return (
    <Dialog shape="sheet" label={title} onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap={4}>
          <h2>{title}</h2>
          <Field
            label={t('cashClose.countedSum')}
            inputMode="decimal"
            autoFocus
            value={counted}
            readOnly={isByNotes}
            problem={problems.counted}
            onChange={(event) => change({ counted: event.target.value })}
          />
          <Denominations counts={counts} onChange={setCounts} />
          {amountField(
            'opening',
            close === null && earlier ? t('cashClose.openingHint', { day: dayText.long(earlier.day) }) : undefined,
          )}
          {amountField('paidOut', t('cashClose.paidOutHint'))}
          <Field
            label={t('cashClose.note')}
            maxLength={500}
            value={values.note}
            onChange={(event) => change({ note: event.target.value })}
          />
          <Result cash={cash} opening={values.opening} paidOut={values.paidOut} counted={counted} />
          {refusal ? <Notice tone="error">{refusal}</Notice> : null}
          <Row justify="end">
            <Button look="secondary" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={isSending}>
              {t('cashClose.save')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The entries of the form, and how they are saved. */
function useCount({ shopId, day, cash, onClose }: Props) {
  const t = useText();
  // One close however often it is sent.
  const [key] = useState(randomKey);
  const { close, earlier } = cash;
  // The opening cash is the last count.
  const first = {
    opening: textOf(close ? close.opening : earlier?.counted),
    paidOut: textOf(close?.paid_out),
    counted: '',
    note: '',
  };
  const [values, setValues] = useState(first);
  const [counts, setCounts] = useState<Record<number, string>>({});
  const [problems, setProblems] = useState<Partial<Record<keyof typeof values, string>>>({});
  const form = useFocusOnFirst(problems);
  const notes = readCounts(counts);
  const isByNotes = notes.length > 0;
  const counted = isByNotes ? String(worthOf(notes)) : values.counted;
  const { send, isSending, refusal } = useChange(closeCash, {
    failed: 'cashClose.failed',
    own: OWN_TEXTS,
    onDone: onClose,
  });
  const save = () => {
    const body = {
      day,
      person_id: cash.person_id,
      entry: (close?.entry ?? 0) + 1,
      opening: Number(values.opening),
      paid_out: Number(values.paidOut),
      counted: Number(counted),
      ...(isByNotes && { denominations: notes }),
      ...(values.note.trim() && { note: values.note.trim() }),
    };
    send({ params: { shopId }, body, key });
  };
  const change = (changed: Partial<typeof values>) => {
    setValues({ ...values, ...changed });
    setProblems({});
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = findProblems({ ...values, counted }, t('cashClose.noAmount'));
    setProblems(found);
    if (Object.keys(found).length === 0) save();
  };
  return { values, counted, isByNotes, counts, setCounts, problems, form, change, submit, isSending, refusal };
}

type Values = Record<'opening' | 'paidOut' | 'counted', string>;

const findProblems = ({ opening, paidOut, counted }: Values, text: string) => ({
  ...(!isAmount(opening) && { opening: text }),
  ...(!isAmount(paidOut) && { paidOut: text }),
  ...((counted.trim() === '' || !isAmount(counted)) && { counted: text }),
});

type DenominationsProps = { counts: Record<number, string>; onChange: (counts: Record<number, string>) => void };

/** How many there are of each note and coin. */
function Denominations({ counts, onChange }: DenominationsProps) {
  const t = useText();
  return (
    <details>
      <summary>{t('cashClose.byNotes')}</summary>
      <div className={styles.notes}>
        {DENOMINATIONS.map((value) => (
          <Field
            key={value}
            label={`₹${value} ×`}
            inputMode="numeric"
            maxLength={5}
            value={counts[value] ?? ''}
            onChange={(event) => onChange({ ...counts, [value]: event.target.value.replaceAll(/\D/g, '') })}
          />
        ))}
      </div>
    </details>
  );
}

type ResultProps = { cash: CashView; opening: string; paidOut: string; counted: string };

/** The expected cash for the entries so far, and the difference once a count is entered. */
function Result({ cash, opening, paidOut, counted }: ResultProps) {
  const t = useText();
  if (!isAmount(opening) || !isAmount(paidOut)) return null;
  const expected = expectedPaise({
    openingPaise: toPaise(Number(opening)),
    receivedPaise: toPaise(cash.received),
    refundedPaise: toPaise(cash.refunded),
    paidOutPaise: toPaise(Number(paidOut)),
  });
  const isCounted = counted.trim() !== '' && isAmount(counted);
  return (
    <Stack as="p" gap={1} className={looks.numbers} role="status">
      <span>
        {t('cashClose.expected')} {formatPaise(expected)}
      </span>
      {isCounted ? <strong>{differenceText(t, toRupees(toPaise(Number(counted)) - expected))}</strong> : null}
    </Stack>
  );
}

const textOf = (rupees: number | undefined): string => (rupees ? String(rupees) : '');

/** Empty is nothing. */
const isAmount = (text: string): boolean => {
  const rupees = Number(text);
  return isRupees(rupees) && rupees >= 0 && rupees <= MOST_RUPEES;
};

const readCounts = (counts: Record<number, string>): (Counted & { value: (typeof DENOMINATIONS)[number] })[] =>
  DENOMINATIONS.map((value) => ({ value, count: Number(counts[value] ?? 0) })).filter(({ count }) => count > 0);
