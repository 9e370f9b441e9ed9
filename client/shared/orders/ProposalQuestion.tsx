import { answerProposal } from '@haat/contract/orders/adjustments.calls';
import type { ProposalView } from '@haat/contract/orders/order-lines.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { amountAfter, isAddition, refusedOutcome } from '@haat/contract/orders/adjustment';
import { formatPaise, formatRupees, toPaise } from '@haat/contract/rupees';
import { dialled, shopName } from '@haat/contract/shops/shop';
import { useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useSecondsUntil } from './countdown.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showText } from '../../ui/toasts.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './AdjustOrder.module.css';
import { addsOnly, lineBefore, type ProposedLine, proposedChange, useLineText } from './order-lines.ts';
import { NewTotal, SumLine, TimedHeading } from './SumLine.tsx';

/** The shop's proposal for an order of the customer, who answers each line while there is time; nothing otherwise. */
export function ProposalQuestion({ order }: { order: OrderView }) {
  const { proposal } = order;
  if (proposal?.state !== 'open' || proposal.answer_by === null || order.order_status !== 'Accepted') return null;
  return <Question key={proposal.id} order={order} proposal={proposal} answerBy={proposal.answer_by} />;
}

type QuestionProps = { order: OrderView; proposal: ProposalView; answerBy: string };

const OWN_TEXTS = { order_changed: 'adjust.orderChanged', out_of_stock: 'adjust.soldOut' } as const;

function Question({ order, proposal, answerBy }: QuestionProps) {
  const t = useText();
  const titleId = useId();
  const secondsLeft = useSecondsUntil(answerBy);
  const [answers, setAnswers] = useState<Record<number, boolean>>({});
  const { send, isSending, refusal } = useChange(answerProposal, {
    failed: 'adjust.answerFailed',
    own: OWN_TEXTS,
    onDone: () => void showText('success', t('adjust.answered', { shop: shopName(order.shop) })),
  });
  const answer = () =>
    send({
      params: { id: order.id, proposalId: proposal.id },
      body: { lines: proposal.lines.map(({ item_id }) => ({ item_id, accept: answers[item_id] === true })) },
    });
  const isAnswered = proposal.lines.every(({ item_id }) => answers[item_id] !== undefined);
  // The total of partial answers would match no possible outcome.
  const total = totalAfter(order, proposal, isAnswered ? answers : {});
  const problem = total.paise === 0 ? t('adjust.nothingLeft') : refusal;
  return (
    <Stack role="group" ref={useShownFromLink(order.id)} className={styles.question} aria-labelledby={titleId}>
      <TimedHeading answerBy={answerBy}>
        <h4 id={titleId}>{t('adjust.question', { shop: shopName(order.shop) })}</h4>
      </TimedHeading>
      <Stack as="ul" gap={4}>
        {proposal.lines.map((line) => (
          <QuestionLine
            key={line.item_id}
            order={order}
            proposed={line}
            accept={answers[line.item_id]}
            onAnswer={(accept) => setAnswers({ ...answers, [line.item_id]: accept })}
          />
        ))}
      </Stack>
      <TotalChange order={order} total={total} isAnswered={isAnswered} />
      <p className={styles.hint}>
        <WithoutAnswer order={order} proposal={proposal} isOver={secondsLeft === 0} />
      </p>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row gap={2} justify="end">
        {order.shop.phone ? (
          <a className={buttonClass('secondary')} href={`tel:${dialled(order.shop.phone)}`}>
            {t('history.call')}
          </a>
        ) : null}
        <Button disabled={!isAnswered || isSending || secondsLeft === 0 || total.paise === 0} onClick={answer}>
          {t(isSending ? 'adjust.sending' : 'adjust.answer')}
        </Button>
      </Row>
    </Stack>
  );
}

type WithoutAnswerProps = { order: OrderView; proposal: ProposalView; isOver: boolean };

/** What happens without an answer, or happened. */
function WithoutAnswer({ order, proposal, isOver }: WithoutAnswerProps) {
  const t = useText();
  if (addsOnly(proposal)) return t(isOver ? 'adjust.timeOverAddition' : 'adjust.otherwise.added');
  if (isOver) return t('adjust.timeOver');
  const texts = [t(`adjust.otherwise.${order.if_unavailable}`)];
  if (proposal.lines.some(({ kind }) => isAddition(kind))) texts.push(t('adjust.otherwise.added'));
  return texts.join(' ');
}

/** The ref for the target of a notification link: `?order=4`. */
function useShownFromLink(orderId: number) {
  const element = useRef<HTMLElement>(null);
  const [params] = useSearchParams();
  const isLinked = params.get('order') === String(orderId);
  useEffect(() => {
    if (isLinked) element.current?.scrollIntoView({ block: 'center' });
  }, [isLinked]);
  return element;
}

type QuestionLineProps = {
  order: OrderView;
  proposed: ProposedLine;
  accept: boolean | undefined;
  onAnswer: (accept: boolean) => void;
};

/** A line as it was and as it would be, or one to add, with both answers. */
function QuestionLine({ order, proposed, accept, onAnswer }: QuestionLineProps) {
  const t = useText();
  const { lineOf, changeOf } = useLineText();
  const before = lineBefore(order.items, proposed);
  if (!before) return null;
  const line = order.items.find(({ id }) => id === proposed.item_id);
  const { yes, no } = answerTexts(proposed, refusedOutcome(before, proposedChange(proposed)));
  const change = changeOf(line, proposed);
  return (
    <li className={styles.line}>
      {line ? <SumLine text={lineOf(line)} sum={formatRupees(line.amount)} isBefore /> : null}
      <ChoiceList
        label={proposed.kind === 'leave_out' ? change : `${change} · ${formatRupees(proposed.amount)}`}
        choices={[
          { value: 'yes', label: t(yes) },
          { value: 'no', label: t(no) },
        ]}
        chosen={accept === undefined ? undefined : accept ? 'yes' : 'no'}
        onChoose={(value) => onAnswer(value === 'yes')}
      />
    </li>
  );
}

function answerTexts({ kind }: ProposedLine, refused: string): { yes: TextId; no: TextId } {
  if (kind === 'leave_out') return { yes: 'adjust.yes.leave_out', no: 'adjust.no.keep' };
  if (kind === 'add') return { yes: 'adjust.yes.add', no: 'adjust.no.add' };
  const no = refused === 'keep' ? 'adjust.no.asOrdered' : 'adjust.no.leave_out';
  return { yes: 'adjust.yes.take', no };
}

type Total = { paise: number; extraPaise: number; backPaise: number };

/** The total of the order with these answers; a line without an answer counts as it is. */
function totalAfter(order: OrderView, proposal: ProposalView, answers: Record<number, boolean>): Total {
  const paise = proposal.lines.reduce((sum, proposed) => {
    const line = lineBefore(order.items, proposed);
    const accept = answers[proposed.item_id];
    if (!line || accept === undefined) return sum;
    const change = proposedChange(proposed);
    const keptPaise = refusedOutcome(line, change) === 'keep' ? line.amountPaise : 0;
    return sum - line.amountPaise + (accept ? amountAfter(line, change) : keptPaise);
  }, toPaise(order.total));
  const isPaid = order.payment_status === 'paid';
  const onlinePaise = toPaise(order.total) - toPaise(order.cash_extra);
  return {
    paise,
    extraPaise: isPaid ? Math.max(0, paise - onlinePaise) : 0,
    backPaise: isPaid ? Math.max(0, onlinePaise - paise) : 0,
  };
}

function TotalChange({ order, total, isAnswered }: { order: OrderView; total: Total; isAnswered: boolean }) {
  const t = useText();
  const { paise, extraPaise, backPaise } = total;
  return (
    <div aria-live="polite">
      <NewTotal before={isAnswered ? formatRupees(order.total) : undefined} after={formatPaise(paise)} />
      {extraPaise > 0 ? (
        <p className={styles.hint}>{t('adjust.payExtra', { amount: formatPaise(extraPaise) })}</p>
      ) : null}
      {backPaise > 0 ? <p className={styles.hint}>{t('adjust.goesBack', { amount: formatPaise(backPaise) })}</p> : null}
    </div>
  );
}
