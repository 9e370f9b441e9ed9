import { type LineOutcome, refusedOutcome, unansweredOutcome } from '@haat/contract/orders/adjustment';
import type { OrderActor } from '@haat/contract/orders/order-reasons';
import { proposalAfter } from '@haat/machines/orders/adjustment.machine';
import type { PoolClient } from 'pg';
import { many, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { isNotPutOff } from '../../queue/failed-items.ts';
import { processInBatches } from '../../queue/process-in-batches.ts';
import { type AdjustableOrder, adjustOrder, isPossible, lockVariants, readAdjustable } from './adjust-order.ts';
import { findOrder } from '../life/end-order.ts';
import { type LockedOrder, lockOrder } from '../lock-order.ts';
import { type EventActor, recordOrderEvent } from '../../activity/record-order-event.ts';
import type { OrderRecord } from '../order-record.ts';
import {
  findProposal,
  neededBy,
  type Outcomes,
  type ProposedLine,
  readOpenLines,
  readOutcomes,
  settleProposal,
  type StoredProposal,
} from './proposals.ts';
import { type Adjusted, changeLines, requireShop } from './propose-adjustment.ts';

type Changed = { order: OrderRecord; changed: boolean };
type Key = { orderId: number; proposalId: number; by: Session };
type Answer = Key & { answers: readonly { item_id: number; accept: boolean }[] };

/**
 * Answers the shop's proposal for each line, for the customer. Repeating an answer changes nothing and is no error. Throws
 * not_found (also for orders of others), invalid_input when a line has no answer, order_changed once the proposal is settled,
 * and what `adjustOrder` does.
 */
export async function answerProposal({ orderId, proposalId, by, answers }: Answer): Promise<Changed> {
  const changed = await changeLines(async (client) => {
    const order = await lockOrder(client, orderId);
    if (order.userId !== by.userId) throw new DomainError('not_found', 'Order not found');
    const proposal = await requireProposal(client, { orderId, proposalId });
    const accepted = new Map(answers.map(({ item_id, accept }) => [item_id, accept]));
    if (proposal.state === 'answered' && isSame(accepted, await readOutcomes(client, proposalId)))
      return { shopId: order.shopId, changed: false };

    requireOpen(order, proposal, { type: 'answer', by: 'customer' });
    const asked = await readAsked(client, { orderId, proposalId, order });
    const outcomes = new Map(
      asked.proposed.map(({ line, change }) => {
        const accept = accepted.get(line.id);
        if (accept === undefined) throw new DomainError('invalid_input', 'Each line of the proposal needs an answer.');
        return [line.id, accept ? 'apply' : refusedOutcome(line, change)] as const;
      }),
    );
    const who = { actor: 'customer', actorId: by.userId, sessionId: by.sessionId } as const;
    return settle(client, { ...asked, outcomes, state: 'answered', by: who });
  });
  return { order: await findOrder(orderId, by), changed };
}

const isSame = (accepted: ReadonlyMap<number, boolean>, outcomes: Outcomes): boolean =>
  accepted.size === outcomes.size &&
  [...outcomes].every(([itemId, outcome]) => accepted.get(itemId) === (outcome === 'apply'));

/**
 * Withdraws an unanswered proposal for the shop and leaves the order unchanged. Repeating it changes nothing and is no error.
 * Throws not_found (also for orders of other shops) and order_changed once it is settled.
 */
export async function withdrawProposal({ orderId, proposalId, by }: Key): Promise<Changed> {
  const changed = await changeLines(async (client) => {
    const order = await lockOrder(client, orderId);
    const actor = requireShop(order, by);
    const { shopId } = order;
    const proposal = await requireProposal(client, { orderId, proposalId });
    if (proposal.state === 'withdrawn') return { shopId, changed: false };
    requireOpen(order, proposal, { type: 'withdraw', by: actor });
    await settleProposal(client, { proposalId, state: 'withdrawn' });
    const who = { actor, actorId: by.actorId, sessionId: by.sessionId };
    const details = { proposal: proposalId, state: 'withdrawn' };
    await recordOrderEvent(client, { orderId, kind: 'adjustment_answered', ...who, details });
    const notice = { orderId, update: 'withdrawn', message: 'an answer is no longer needed' } as const;
    await notifyOfUpdate(client, notice);
    return { shopId, changed: true };
  });
  return { order: await findOrder(orderId, by), changed };
}

async function requireProposal(
  client: PoolClient,
  key: { orderId: number; proposalId: number },
): Promise<StoredProposal> {
  const proposal = await findProposal(client, key);
  if (!proposal) throw new DomainError('not_found', 'Proposal not found');
  return proposal;
}

type Asking = { type: 'answer' | 'withdraw'; by: OrderActor };

function requireOpen(order: LockedOrder, proposal: StoredProposal, event: Asking): void {
  const isOpen = proposal.state === 'open';
  if (isOpen && proposalAfter(order, { ...event, at: order.now })) return;
  const text =
    isOpen || proposal.state === 'unanswered'
      ? 'The time to answer has ended. Please check the order again.'
      : 'This proposal is no longer open. Please check the order again.';
  throw new DomainError('order_changed', text);
}

type Asked = { order: AdjustableOrder; proposalId: number; proposed: ProposedLine[] };

async function readAsked(
  client: PoolClient,
  { orderId, proposalId, order: locked }: { orderId: number; proposalId: number; order: LockedOrder },
): Promise<Asked> {
  const order = await readAdjustable(client, { orderId, order: locked });
  return { order, proposalId, proposed: await readOpenLines(client, { proposalId, lines: order.lines }) };
}

type Settling = Asked & { outcomes: Outcomes; state: 'answered' | 'unanswered'; by: EventActor };

/** Settles a proposal, gives the order its new lines, and notifies the shop. */
async function settle(client: PoolClient, { state, ...settling }: Settling): Promise<Adjusted> {
  const { order, proposalId, outcomes, by } = settling;
  const { orderId, shopId } = order;
  await settleProposal(client, { proposalId, state, outcomes });
  const accepted = [...outcomes].filter(([, outcome]) => outcome === 'apply').map(([itemId]) => itemId);
  const details = { proposal: proposalId, state, accepted };
  await recordOrderEvent(client, { orderId, kind: 'adjustment_answered', ...by, details });
  await adjustOrder(client, settling);
  await notifyOfUpdate(
    client,
    state === 'answered'
      ? { orderId, update: 'proposal_answered', message: 'the customer has answered' }
      : { orderId, update: 'proposal_unanswered', message: 'the customer has not answered in time' },
  );
  return { shopId, changed: true };
}

const BATCH = 20;

/**
 * Settles proposals that were not answered in time, by the choice made with the order. Safe to run concurrently on any number of
 * workers. Returns their number.
 */
export async function settleUnansweredProposals(): Promise<number> {
  let settled = 0;
  await processInBatches({
    processor: 'settle-proposals',
    batch: BATCH,
    claim: () => many(LIST_DUE, {}),
    idOf: ({ id }) => id,
    process: async ({ orderId, id }) => {
      if (await settleUnanswered(orderId, id)) settled += 1;
    },
  });
  return settled;
}

const LIST_DUE = sql<object, { id: number; orderId: number }>(
  `SELECT id, order_id FROM order_proposals WHERE state = 'open' AND answer_by <= now()
     AND ${isNotPutOff('settle-proposals', 'id')} ORDER BY answer_by LIMIT ${BATCH}`,
);

const settleUnanswered = (orderId: number, proposalId: number): Promise<boolean> =>
  changeLines(async (client) => {
    const order = await lockOrder(client, orderId);
    const proposal = await findProposal(client, { orderId, proposalId });
    // Another worker, the customer or the shop may have been first.
    const nothing = { shopId: order.shopId, changed: false };
    if (proposal?.state !== 'open') return nothing;
    if (!proposalAfter(order, { type: 'runOut', by: 'clock', at: order.now })) {
      if (order.status !== 'Accepted') await settleProposal(client, { proposalId, state: 'closed' });
      return nothing;
    }
    const asked = await readAsked(client, { orderId, proposalId, order });
    const outcomes = await outcomesWithoutAnswer(client, asked);
    return settle(client, { ...asked, outcomes, state: 'unanswered', by: { actor: 'clock', actorId: null } });
  });

/**
 * Leaves out replacements that have sold out, and keeps a line as ordered if its weight is above the stock. Nothing is added. An
 * order that would become empty stays unchanged.
 */
async function outcomesWithoutAnswer(client: PoolClient, { order, proposed }: Asked): Promise<Outcomes> {
  // Includes variants that may return to sale, so that all are locked in the order of their ids.
  const replacements = proposed.flatMap(({ variantId }) => (variantId === null ? [] : [variantId]));
  const variants = await lockVariants(client, [...order.lines.map(({ variantId }) => variantId), ...replacements]);
  const outcomes = new Map<number, LineOutcome>();
  for (const { line, change, variantId } of proposed) {
    const outcome = unansweredOutcome(order.ifUnavailable, line, change);
    const variant = variants.get(variantId ?? line.variantId);
    const isThere =
      (change.kind !== 'replace' || variant?.isOnSale === true) &&
      (!variant || variant.stock >= neededBy(line, change, variant));
    const without = change.kind === 'weight' ? 'keep' : 'leave_out';
    outcomes.set(line.id, outcome === 'apply' && !isThere ? without : outcome);
  }
  if (isPossible({ order, proposed, outcomes })) return outcomes;
  return new Map(proposed.map(({ line, change }) => [line.id, change.kind === 'add' ? 'leave_out' : 'keep'] as const));
}
