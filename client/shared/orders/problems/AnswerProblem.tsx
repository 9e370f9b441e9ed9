import type { RefundableView } from '@haat/contract/common';
import { answerProblem, type ProblemAnswer, type ProblemView } from '@haat/contract/orders/problems.calls';
import { PROBLEM_TEXT_MAX } from '@haat/contract/orders/order-problems';
import { type SubmitEvent, useState } from 'react';
import { useProductName } from '../../../i18n/use-name.ts';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { randomKey } from '../../../lib/storage.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { ChoiceList } from '../../../ui/ChoiceList.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextAreaField, useFocusOnFirst } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import { showText } from '../../../ui/toasts.tsx';
import { useChange } from '../../../ui/use-change.ts';
import items from '../OrderItems.module.css';
import { amountProblem, leftPaise, RefundAmount } from '../RefundAmount.tsx';

type Answer = 'refund' | 'replace' | 'refuse';
type Props = { problem: ProblemView; answers: readonly Answer[]; onClose: () => void };

/** By line id. */
type Quantities = Readonly<Record<number, number>>;
type Values = { answer: Answer; amount: string; text: string; returned: Quantities };
type Problems = { amount?: TextId; text?: TextId };

const OWN_TEXTS = { refund_too_high: 'refund.tooHigh', idempotency_conflict: 'refund.sent' } as const;

/** Answers a problem with a refund, a replacement or a refusal, and lists the returned items. */
export function AnswerProblem({ problem, answers, onClose }: Props) {
  const t = useText();
  const [key] = useState(randomKey);
  const possible = answers.filter((answer) => answer !== 'refund' || leftPaise(problem.refundable) > 0);
  const [values, setValues] = useState<Values>({ answer: possible[0] ?? 'refuse', amount: '', text: '', returned: {} });
  const [problems, setProblems] = useState<Problems>({});
  const form = useFocusOnFirst(problems);
  const { send, isSending, refusal } = useChange(answerProblem, {
    failed: 'problem.failed',
    own: OWN_TEXTS,
    onDone: () => {
      onClose();
      void showText('success', t('problem.answered', { number: problem.number }));
    },
  });
  const change = (changed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changed }));
    setProblems({});
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = findProblems(values, problem.refundable);
    setProblems(found);
    if (Object.keys(found).length === 0) send({ params: { id: problem.id }, body: toBody(values), key });
  };
  const title = t('problem.answerTitle', { number: problem.number });
  return (
    <Dialog shape="sheet" label={title} onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap={4}>
          <h2>{title}</h2>
          <ChoiceList
            label={t('problem.how')}
            choices={possible.map((answer) => ({
              value: answer,
              label: t(`problem.how.${answer}`),
              hint: t(`problem.how.${answer}.hint`),
            }))}
            chosen={values.answer}
            onChoose={(answer) => change({ answer })}
          />
          {values.answer === 'refund' ? (
            <RefundAmount
              refundable={problem.refundable}
              amount={values.amount}
              problem={problems.amount}
              onChange={(amount) => change({ amount })}
            />
          ) : null}
          {values.answer === 'replace' ? <ReplacedLines problem={problem} /> : null}
          <TextAreaField
            label={t(values.answer === 'refuse' ? 'endOrder.text' : 'problem.optionalText')}
            hint={t('refund.reasonHint')}
            rows={2}
            maxLength={PROBLEM_TEXT_MAX}
            value={values.text}
            problem={problems.text && t(problems.text)}
            onChange={(event) => change({ text: event.target.value })}
          />
          <ReturnedLines problem={problem} returned={values.returned} onChange={(returned) => change({ returned })} />
          {refusal ? <Notice tone="error">{refusal}</Notice> : null}
          <Row justify="between">
            <Button look="secondary" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={isSending}>
              {t(`problem.confirm.${values.answer}`)}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The items of the new order. */
function ReplacedLines({ problem: { lines } }: Pick<Props, 'problem'>) {
  const t = useText();
  const nameOf = useProductName();
  return (
    <div>
      <p>{t('problem.replacementLines')}</p>
      <ul>
        {lines.map(({ item_id, name, quantity }) => (
          <li key={item_id} className={items.words}>
            {quantity} × {nameOf(name)}
          </li>
        ))}
      </ul>
    </div>
  );
}

type ReturnedLinesProps = Pick<Props, 'problem'> & { returned: Quantities; onChange: (returned: Quantities) => void };

/** The returned items that are on sale again; by default none. */
function ReturnedLines({ problem: { lines }, returned, onChange }: ReturnedLinesProps) {
  const t = useText();
  const nameOf = useProductName();
  return (
    <Stack role="group" gap={2} aria-label={t('problem.returned')}>
      <p>{t('problem.returned')}</p>
      {lines.map(({ item_id: id, name, quantity, returned: before }) => {
        const count = returned[id] ?? 0;
        return (
          <Row key={id} justify="between" gap={2}>
            <span className={items.words}>{nameOf(name)}</span>
            <Stepper
              name={nameOf(name)}
              quantity={count}
              max={quantity - before}
              onChange={(delta) => onChange({ ...returned, [id]: Math.max(0, count + delta) })}
            />
          </Row>
        );
      })}
    </Stack>
  );
}

function toBody({ answer, amount, text, returned }: Values): ProblemAnswer {
  const lines = Object.entries(returned).flatMap(([id, quantity]) =>
    quantity > 0 ? [{ item_id: Number(id), quantity }] : [],
  );
  const more = { ...(text.trim() && { text: text.trim() }), ...(lines.length > 0 && { returned: lines }) };
  if (answer === 'refund') return { answer: 'refund', amount: Number(amount), ...more };
  if (answer === 'replace') return { answer: 'replacement', ...more };
  return { answer: 'refusal', ...more, text: text.trim() };
}

function findProblems({ answer, amount, text }: Values, refundable: RefundableView): Problems {
  if (answer === 'refuse') return text.trim() === '' ? { text: 'endOrder.textRequired' } : {};
  if (answer === 'replace') return {};
  const problem = amountProblem(amount, { refundable, isDelivered: true });
  return problem ? { amount: problem } : {};
}
