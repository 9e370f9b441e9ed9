import { randomUUID } from 'node:crypto';
import { toPaise } from '@haat/contract/rupees';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { PROBLEM_KINDS } from '@haat/contract/orders/order-problems';
import { orderBody } from '../../core/test/order-body.ts';
import { oneOf, perform, type Scene } from './act.ts';
import { isLeftAlone } from './clock.ts';
import { type Customer, type Person, wishesOf } from './market.ts';
import { type Caller, callOnce, callWithRetry } from './retry.ts';

const TIMEOUT_MS = 20_000;

/** Places an order that is paid in cash, a third of them of a scarce item; some click twice, some send it again later. */
export async function orderForCash(scene: Scene, customer: Customer): Promise<void> {
  const { chance, tally, acknowledged } = scene;
  const shop = oneOf(chance, scene.shops);
  const chosen = chance() < 0.3 ? [shop.scarce] : shop.variants.filter(() => chance() < 0.4);
  const variants = chosen.length > 0 ? chosen : shop.variants.slice(0, 1);
  const lines = variants.map((variant) => ({ variant, quantity: 1 + Math.floor(chance() * 3) }));
  const body = orderBody(lines, wishesOf(customer, chance));
  const line = { ...scene.line, token: customer.token, key: randomUUID() };
  const call = () => callWithRetry(line, { path: '/api/orders', body }, TIMEOUT_MS);
  const replies = chance() < 0.15 ? await Promise.all([call(), call()]) : [await call()];
  if (replies[0]?.status === 201 && chance() < 0.1) replies.push(await call());
  for (const reply of replies) {
    tally.add(`cash order: ${reply ? `${reply.status} ${reply.body.code ?? ''}`.trim() : 'no answer'}`);
    // A shop whose orders have expired one after the other takes none until it opens again.
    const isTaken = reply?.status === 201 || reply?.status === 409 || reply?.body.code === 'shop_closed';
    if (reply && !isTaken) tally.fail(`an order was answered ${JSON.stringify(reply)}`);
    if (reply?.status === 201)
      acknowledged.order({ id: Number(reply.body.orderId), shopId: shop.id, totalPaise: toPaise(body.total) });
  }
  const ids = new Set(replies.filter((reply) => reply?.status === 201).map((reply) => reply?.body.orderId));
  if (ids.size > 1) tally.fail(`one key made the orders ${[...ids].join(' and ')}`);
}

/** Reads a catalog, a shop, the customer's orders. */
export async function browse(scene: Scene, { token }: Person): Promise<void> {
  const { id, slug } = oneOf(scene.chance, scene.shops);
  const line = { ...scene.line, token };
  await callOnce(line, { path: `/api/products?shopId=${id}` });
  if (scene.chance() < 0.3) await callOnce(line, { path: `/api/shops/${slug}` });
  if (scene.chance() < 0.3) await callOnce(line, { path: '/api/orders/user?limit=10' });
}

/** A customer looks at their latest orders: takes some back, asks for it, answers the shop, and reports problems. */
export async function lookAfterOrders(scene: Scene, { token }: Person): Promise<void> {
  const line = { ...scene.line, token };
  const list = await callWithRetry(line, { path: '/api/orders/user?limit=12' }, TIMEOUT_MS);
  const orders = list?.status === 200 ? (list.body as unknown as OrderView[]) : [];
  for (const order of orders) {
    if (order.order_status === 'Pending' && scene.chance() < 0.05) await cancel(scene, line, order);
    if (order.order_status === 'Accepted') await lookAtAccepted(scene, line, order);
    if (order.order_status === 'Delivered') await maybeReport(scene, line, order);
  }
}

async function lookAtAccepted(scene: Scene, line: Caller, order: OrderView): Promise<void> {
  const { proposal, cancellation, cancel_until: until } = order;
  if (proposal?.state === 'open') return answer(scene, line, order);
  const isInGrace = until !== null && Date.parse(until) > Date.now();
  if (isInGrace && scene.chance() < 0.1) await cancel(scene, line, order);
  if (!isInGrace && cancellation === null && scene.chance() < 0.2) await requestCancellation(scene, line, order);
}

async function cancel(scene: Scene, line: Caller, { id: orderId }: OrderView): Promise<void> {
  const call = { method: 'POST', path: `/api/orders/${orderId}/cancel`, body: { reason: 'changed_my_mind' } } as const;
  await perform(scene, line, { name: 'customer cancels', orderId, call, to: 'Cancelled' });
}

async function requestCancellation(scene: Scene, line: Caller, { id: orderId }: OrderView): Promise<void> {
  const call = { path: `/api/orders/${orderId}/cancellation-request`, body: { reason: 'too_late' } };
  await perform(scene, line, { name: 'request to cancel', orderId, call, act: 'request' });
}

async function answer(scene: Scene, line: Caller, { id: orderId, proposal }: OrderView): Promise<void> {
  if (!proposal || isLeftAlone('proposal', proposal.id)) return;
  const lines = proposal.lines.map(({ item_id }) => ({ item_id, accept: scene.chance() < 0.7 }));
  const call = { path: `/api/orders/${orderId}/proposals/${proposal.id}/answer`, body: { lines } };
  await perform(scene, line, { name: 'answer to a proposal', orderId, call, act: 'answer' });
}

/** So many reports of one customer stay far below the limit per hour. */
const MOST_REPORTS = 8;
const reports = new Map<string, number>();

async function maybeReport(scene: Scene, line: Caller, { id: orderId, items, problems }: OrderView): Promise<void> {
  const { chance } = scene;
  const customer = line.token ?? '';
  const reported = reports.get(customer) ?? 0;
  if (chance() > 0.1 || reported >= MOST_REPORTS || problems.length > 0) return;
  reports.set(customer, reported + 1);
  const { id: item_id, quantity } = oneOf(chance, items);
  const form = new FormData();
  form.set('lines', JSON.stringify([{ item_id, quantity, kind: oneOf(chance, PROBLEM_KINDS) }]));
  form.set('text', 'Not as it was ordered');
  const call = { path: `/api/orders/${orderId}/problems`, body: form };
  await perform(scene, { ...line, key: randomUUID() }, { name: 'problem', orderId, call, act: 'problem' });
}
