import { withdrawProposal } from '@haat/contract/orders/adjustments.calls';
import type { ProposalView } from '@haat/contract/orders/order-lines.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useText } from '../../i18n/use-text.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useChange } from '../../ui/use-change.ts';
import { addsOnly, useLineText } from './order-lines.ts';
import { NewTotal, SumLine, TimedHeading } from './SumLine.tsx';

/** The question that the customer of an order has not answered yet, or the outcome of the last one, for the shop. */
export function OpenProposal({ order }: { order: OrderView }) {
  const { proposal, order_status: status } = order;
  if (!proposal || status !== 'Accepted') return null;
  const { state, answer_by: answerBy } = proposal;
  if (state === 'open' && answerBy !== null) return <Waiting order={order} proposal={proposal} answerBy={answerBy} />;
  // Otherwise the list of changes shows it.
  return order.revision > 1 ? null : <Answer order={order} />;
}

/** The outcome of the last question, as long as the order is packed. */
export function Answer({ order }: { order: OrderView }) {
  const t = useText();
  const { proposal, order_status: status } = order;
  if (!proposal || status !== 'Accepted') return null;
  const { state } = proposal;
  if (state !== 'answered' && state !== 'unanswered') return null;
  const isAnswered = state === 'answered';
  const unanswered = addsOnly(proposal) ? 'adjust.state.unansweredAddition' : 'adjust.state.unanswered';
  return (
    <Notice tone={isAnswered ? 'success' : 'info'}>
      <strong>{t(isAnswered ? 'adjust.state.answered' : unanswered)}</strong>
      <Outcomes order={order} proposal={proposal} />
    </Notice>
  );
}

type Props = { order: OrderView; proposal: ProposalView };

const OWN_TEXTS = { order_changed: 'adjust.orderChanged' } as const;

function Waiting({ order, proposal, answerBy }: Props & { answerBy: string }) {
  const t = useText();
  const { lineOf, changeOf } = useLineText();
  const { send, isSending, refusal } = useChange(withdrawProposal, { failed: 'adjust.failed', own: OWN_TEXTS });
  return (
    <Notice>
      <Stack gap={2}>
        <TimedHeading answerBy={answerBy}>
          <strong>{t('adjust.waiting')}</strong>
        </TimedHeading>
        <Stack as="ul" gap={2}>
          {proposal.lines.map((change) => {
            const line = order.items.find(({ id }) => id === change.item_id);
            return line || change.kind === 'add' ? (
              <li key={change.item_id}>
                {line ? <SumLine text={lineOf(line)} sum={formatRupees(line.amount)} isBefore /> : null}
                <SumLine
                  text={changeOf(line, change)}
                  sum={change.kind === 'leave_out' ? undefined : formatRupees(change.amount)}
                />
              </li>
            ) : null;
          })}
        </Stack>
        <NewTotal before={formatRupees(order.total)} after={formatRupees(proposal.total)} />
        {refusal ? <p role="alert">{refusal}</p> : null}
        <Row gap={2}>
          {order.customer_phone ? (
            <a className={buttonClass('secondary')} href={`tel:+91${order.customer_phone}`}>
              {t('adjust.callCustomer')}
            </a>
          ) : null}
          <Button
            look="secondary"
            disabled={isSending}
            onClick={() => send({ params: { id: order.id, proposalId: proposal.id } })}
          >
            {t('adjust.withdraw')}
          </Button>
        </Row>
      </Stack>
    </Notice>
  );
}

/** Which lines the customer has kept as they were, or not added: the others are among the changes of the order. */
function Outcomes({ order, proposal }: Props) {
  const t = useText();
  const { lineOf } = useLineText();
  const kept = proposal.lines.flatMap(({ item_id, outcome }) => {
    const line = outcome === 'keep' ? order.items.find(({ id }) => id === item_id) : undefined;
    return line ? [lineOf(line)] : [];
  });
  const notAdded = proposal.lines.flatMap(({ kind, outcome, quantity, grams, replacement }) =>
    kind === 'add' && outcome === 'leave_out' && replacement
      ? [lineOf({ ...replacement, quantity: quantity ?? 1, packed_grams: grams })]
      : [],
  );
  return (
    <>
      {kept.length === 0 ? null : <p>{t('adjust.kept', { lines: kept.join('; ') })}</p>}
      {notAdded.length === 0 ? null : <p>{t('adjust.notAdded', { lines: notAdded.join('; ') })}</p>}
    </>
  );
}
