import type { RequestedChange } from '@haat/contract/orders/adjustments.calls';
import { fitsChoice, isAddition } from '@haat/contract/orders/adjustment';
import { ALREADY_FINAL } from '@haat/contract/orders/order-status';
import { proposalAfter } from '@haat/machines/orders/adjustment.machine';
import { isFinalStatus } from '@haat/machines/orders/order.machine';
import type { PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { changeCatalogWithoutSignal, signalCatalog } from '../../catalog/change-catalog.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { type AdjustableOrder, adjustOrder, linesAfter, readAdjustable } from './adjust-order.ts';
import { findOrder } from '../life/end-order.ts';
import { getActors, type LockedOrder, lockOrder } from '../lock-order.ts';
import { isFirstRequest } from '../repeated-request.ts';
import { type EventActor, recordOrderEvent } from '../../activity/record-order-event.ts';
import type { OrderRecord } from '../order-record.ts';
import { addProposal, type ProposedLine, readProposedLines, settleProposal } from './proposals.ts';

type Request = {
  orderId: number;
  by: Session;
  /** Of the order, as the shop saw it. */
  revision: number;
  lines: readonly RequestedChange[];
  key: string | undefined;
};

export type Adjusted = { shopId: number; changed: boolean };

/**
 * Changes lines of an accepted order for its shop, once per idempotency key: immediately where they match the customer's choice
 * and cost no more, otherwise as a proposal that the customer answers. Throws not_found (also for orders of other shops),
 * order_changed when a proposal is already open or the order is no longer as the shop saw it, status_not_allowed, and what
 * `readProposedLines` and `adjustOrder` do.
 */
export async function proposeAdjustment(request: Request): Promise<{ order: OrderRecord; changed: boolean }> {
  const { orderId, by } = request;
  const changed = await changeLines((client) => propose(client, request));
  return { order: await findOrder(orderId, by), changed };
}

async function propose(client: PoolClient, { orderId, by, revision, lines, key }: Request): Promise<Adjusted> {
  const locked = await lockOrder(client, orderId);
  const actor = requireShop(locked, by);
  const { shopId } = locked;
  const body = ['propose', revision, lines];
  if (!(await isFirstRequest(client, { userId: by.userId, orderId, key, body }))) return { shopId, changed: false };
  if (locked.hasOpenProposal)
    throw new DomainError(
      'order_changed',
      'The customer was already asked. Wait for the answer, or withdraw the proposal.',
    );
  if (!proposalAfter(locked, { type: 'propose', by: actor, at: locked.now, fits: false })) throw refusal(locked);
  if (revision !== locked.revision)
    throw new DomainError('order_changed', 'The items of this order have changed. Please check them again.');

  const order = await readAdjustable(client, { orderId, order: locked });
  if (order.totalPaise === 0 && lines.some(({ kind }) => isAddition(kind))) {
    const text = 'This order costs nothing and stays so. The customer can place another order.';
    throw new DomainError('status_not_allowed', text);
  }
  const terms = { isPaidOnline: locked.paymentStatus === 'paid', isFree: order.totalPaise === 0 };
  const proposed = await readProposedLines(client, { shopId, changes: lines, lines: order.lines, ...terms });
  const who = { actor, actorId: by.actorId, sessionId: by.sessionId };
  const fits = proposed.every(({ line, change }) => fitsChoice(order.ifUnavailable, line, change));
  await (fits ? apply : ask)(client, { order, proposed, by: who });
  return { shopId, changed: true };
}

/**
 * Throws not_found unless the caller is the shop or the operator, and forbidden for the operator: only the shop changes items.
 */
export function requireShop(order: LockedOrder, by: Session): 'shop' {
  const actors = getActors(order, by);
  if (actors.includes('shop')) return 'shop';
  if (actors.includes('operator'))
    throw new DomainError('forbidden', 'Only the shop can change the items of an order.');
  throw new DomainError('not_found', 'Order not found');
}

function refusal({ status, cancellation }: AdjustableOrderFacts): DomainError {
  if (isFinalStatus(status)) return new DomainError('status_not_allowed', ALREADY_FINAL);
  if (status === 'Pending') return new DomainError('status_not_allowed', 'Accept the order first.');
  if (cancellation === 'open')
    return new DomainError('status_not_allowed', 'The customer asks to cancel this order. Please answer first.');
  const text = 'The items of this order can no longer be changed. Call the customer, or refund a part.';
  return new DomainError('status_not_allowed', text);
}

type AdjustableOrderFacts = Pick<AdjustableOrder, 'status' | 'cancellation'>;
type Proposal = { order: AdjustableOrder; proposed: ProposedLine[]; by: EventActor };

const everyLine = ({ proposed }: Proposal) => new Map(proposed.map(({ line }) => [line.id, 'apply'] as const));

async function apply(client: PoolClient, proposal: Proposal): Promise<void> {
  const { order, proposed, by } = proposal;
  const outcomes = everyLine(proposal);
  const { totalPaise } = linesAfter({ order, proposed, outcomes });
  const proposalId = await addProposal(client, { orderId: order.orderId, lines: proposed, totalPaise });
  await settleProposal(client, { proposalId, state: 'applied', outcomes });
  await adjustOrder(client, { order, proposed, outcomes, proposalId, by });
}

async function ask(client: PoolClient, proposal: Proposal): Promise<void> {
  const { order, proposed, by } = proposal;
  const { orderId, answerMinutes } = order;
  const { totalPaise } = linesAfter({ order, proposed, outcomes: everyLine(proposal) });
  const proposalId = await addProposal(client, { orderId, lines: proposed, totalPaise, answerMinutes });
  const details = { proposal: proposalId, to_paise: totalPaise };
  await recordOrderEvent(client, { orderId, kind: 'adjustment_proposed', ...by, details });
  await notifyOfUpdate(client, { orderId, update: 'proposed', message: 'the shop needs your answer' });
}

/** Runs what may change the lines of an order in one transaction. Returns whether it has changed anything. */
export async function changeLines(work: (client: PoolClient) => Promise<Adjusted>): Promise<boolean> {
  const { result, version } = await changeCatalogWithoutSignal(work);
  const { shopId, changed } = result;
  if (changed) signalCatalog(shopId, version);
  return changed;
}
