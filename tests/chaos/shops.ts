import { randomUUID } from 'node:crypto';
import type { RequestedChange } from '@haat/contract/orders/adjustments.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { ProblemAnswer, ProblemRowView, ProblemView } from '@haat/contract/orders/problems.calls';
import { orderedGrams } from '@haat/contract/orders/adjustment';
import { toPaise, toRupees } from '@haat/contract/rupees';
import { nextStatus } from '@haat/machines/orders/order.machine';
import { createPhoto } from '../../api/test/photo.ts';
import { oneOf, perform, type Scene } from './act.ts';
import { isLeftAlone } from './clock.ts';
import type { MarketShop } from './market.ts';
import { type Caller, callWithRetry } from './retry.ts';

const TIMEOUT_MS = 10_000;
const AT_ONCE = 6;
/** How often it looks at the orders of each status, of 20 times. */
const LOOKS = { Pending: 8, Accepted: 5, Ready: 3, 'In Transit': 3, Delivered: 1 };

/** A vendor deals with some orders and problems, and now and then puts more of the scarce product in the catalog. */
export async function runShop(scene: Scene, shop: MarketShop): Promise<void> {
  const { chance } = scene;
  const line = { ...scene.line, token: shop.vendor.token };
  const status = oneOf(
    chance,
    Object.entries(LOOKS).flatMap(([each, times]) => Array<string>(times).fill(each)),
  );
  const path = `/api/orders/shop/${shop.id}?limit=${AT_ONCE}&status=${encodeURIComponent(status)}`;
  const orders = await list<OrderView>(line, path);
  await Promise.all(orders.map((order) => dealWith(scene, line, { shop, order })));
  if (chance() < 0.15) await answerProblems(scene, line, shop);
  if (chance() < 0.3) await restock(scene, line, shop);
  if (chance() < 0.03) await changePicture(scene, line, shop);
  // After several expired orders in a row, the shop takes none until a member opens it again.
  if (chance() < 0.1) await reopen(scene, line, shop);
}

async function list<Row>(line: Caller, path: string): Promise<Row[]> {
  const reply = await callWithRetry(line, { path }, TIMEOUT_MS);
  return reply?.status === 200 ? (reply.body as unknown as Row[]) : [];
}

type Received = { shop: MarketShop; order: OrderView };

async function dealWith(scene: Scene, line: Caller, { shop, order }: Received): Promise<void> {
  const { chance } = scene;
  const { order_status: status, cancellation, proposal } = order;
  if (status === 'Pending' && isLeftAlone('order', order.id)) return;
  if (status !== 'Pending' && chance() < 0.06) await refundPart(scene, line, order);
  if (status === 'Delivered') return;
  if (cancellation?.state === 'open')
    return isLeftAlone('request', order.id) ? undefined : answerRequest(scene, line, order);
  if (proposal?.state === 'open') return chance() < 0.1 ? withdraw(scene, line, order) : undefined;
  if (status === 'Accepted' && chance() < 0.35) return propose(scene, line, { shop, order });
  return chance() < 0.15 ? end(scene, line, order) : moveOn(scene, line, order);
}

async function moveOn(scene: Scene, line: Caller, { id: orderId, order_status, takeaway }: OrderView): Promise<void> {
  const to = nextStatus({ status: order_status, takeaway });
  if (!to) return;
  const call = { method: 'PATCH', path: `/api/orders/${orderId}/status`, body: { status: to } } as const;
  await perform(scene, line, { name: 'transition', orderId, call, to });
}

const EXITS = {
  Pending: ['decline', 'closing', 'Declined'],
  Accepted: ['cancel', 'too_busy', 'Cancelled'],
  Ready: ['cancel', 'item_unavailable', 'Cancelled'],
  'In Transit': ['return', 'nobody_there', 'Returned'],
} as const;

async function end(scene: Scene, line: Caller, { id: orderId, order_status, items }: OrderView): Promise<void> {
  const [exit, reason, to] = EXITS[order_status as keyof typeof EXITS];
  const { id: item_id, quantity } = oneOf(scene.chance, items);
  const isDamaged = exit === 'return' && scene.chance() < 0.3;
  const body = { reason, ...(isDamaged && { written_off: [{ item_id, quantity }] }) };
  const call = { path: `/api/orders/${orderId}/${exit}`, body };
  await perform(scene, line, { name: `shop: ${exit}`, orderId, call, to });
}

async function answerRequest(scene: Scene, line: Caller, { id: orderId }: OrderView): Promise<void> {
  const cancel = scene.chance() < 0.5;
  const call = { path: `/api/orders/${orderId}/cancellation-request/answer`, body: { cancel } };
  const name = `request ${cancel ? 'granted' : 'refused'}`;
  await perform(scene, line, { name, orderId, call, ...(cancel ? { to: 'Cancelled' } : { act: 'refusal' }) });
}

async function propose(scene: Scene, line: Caller, { shop, order }: Received): Promise<void> {
  const { id: orderId, revision } = order;
  const call = { path: `/api/orders/${orderId}/proposals`, body: { revision, lines: [changeOf(scene, shop, order)] } };
  await perform(scene, { ...line, key: randomUUID() }, { name: 'proposal', orderId, call, act: 'proposal' });
}

/** Less or more of a line, its weight as packed, or another product, in its place or added, which may be dearer or sold out. */
function changeOf({ chance }: Scene, { variants, scarce }: MarketShop, { items }: OrderView): RequestedChange {
  const { id: item_id, quantity, unit, packed_grams: packed } = oneOf(chance, items);
  const grams = orderedGrams({ unit, quantity });
  if (grams && chance() < 0.5) {
    const weighed = Math.round(grams * (0.7 + chance() * 0.7));
    return { kind: 'weight', item_id, grams: weighed === (packed ?? grams) ? weighed + 1 : weighed };
  }
  if (chance() < 0.2) return { kind: 'leave_out', item_id };
  if (quantity > 1 && chance() < 0.5) return { kind: 'fewer', item_id, quantity: quantity - 1 };
  if (packed === null && chance() < 0.2) return { kind: 'more', item_id, quantity: quantity + 1 };
  const others = [...variants, scarce].filter(({ productId }) => items.every((item) => item.product_id !== productId));
  if (others.length === 0) return { kind: 'leave_out', item_id };
  if (chance() < 0.3) return { kind: 'add', variant_id: oneOf(chance, others).id, quantity: 1 };
  const terms = oneOf(chance, [{}, { at_old_price: true }, { at_old_price: false }]);
  return { kind: 'replace', item_id, variant_id: oneOf(chance, others).id, quantity, ...terms };
}

async function withdraw(scene: Scene, line: Caller, { id: orderId, proposal }: OrderView): Promise<void> {
  const call = { method: 'POST', path: `/api/orders/${orderId}/proposals/${proposal?.id}/withdraw` } as const;
  await perform(scene, line, { name: 'withdrawal', orderId, call, act: 'withdrawal' });
}

async function refundPart(scene: Scene, line: Caller, { id: orderId, total }: OrderView): Promise<void> {
  const paise = Math.round(toPaise(total) * scene.chance() * 0.4);
  if (paise < 100) return;
  const call = { path: `/api/orders/${orderId}/refunds`, body: { amount: toRupees(paise), reason: 'For the wait' } };
  await perform(scene, { ...line, key: randomUUID() }, { name: 'part refund', orderId, call, act: 'part refund' });
}

async function answerProblems(scene: Scene, line: Caller, { id }: MarketShop): Promise<void> {
  for (const { id: problemId } of await list<ProblemRowView>(line, `/api/shops/${id}/problems?limit=${AT_ONCE}`)) {
    const reply = await callWithRetry(line, { path: `/api/problems/${problemId}` }, TIMEOUT_MS);
    if (reply?.status !== 200) continue;
    const problem = reply.body as unknown as ProblemView;
    const { answer, ...details } = answerTo(scene, problem);
    const call = { path: `/api/problems/${problemId}/answer`, body: { answer, ...details } };
    const about = { name: `problem: ${answer}`, orderId: problem.order.id, call, act: 'problem solved' } as const;
    await perform(scene, { ...line, key: randomUUID() }, about);
  }
}

function answerTo({ chance }: Scene, { refundable, lines }: ProblemView): ProblemAnswer {
  const returned = chance() < 0.3 ? { returned: lines.map(({ item_id, quantity }) => ({ item_id, quantity })) } : {};
  const left = refundable ? toPaise(refundable.online) + toPaise(refundable.cash) : 0;
  const which = chance();
  if (which < 0.6 && left >= 100) {
    const paise = Math.max(100, Math.round(left * chance()));
    return { answer: 'refund', amount: toRupees(paise), ...returned };
  }
  if (which < 0.85) return { answer: 'replacement', ...returned };
  return { answer: 'refusal', text: 'It was packed with care', ...returned };
}

async function restock({ tally, chance }: Scene, line: Caller, { scarce }: MarketShop): Promise<void> {
  const stock = 5 + Math.floor(chance() * 15);
  const call = { method: 'PATCH', path: `/api/variants/${scarce.id}/stock`, body: { stock } } as const;
  const reply = await callWithRetry(line, call, TIMEOUT_MS);
  tally.add(`stock: ${reply?.status ?? 'no answer'}`);
  if (reply && reply.status !== 200) tally.fail(`a stock was answered ${JSON.stringify(reply)}`);
}

const photo = createPhoto({ width: 160, height: 160 });

async function changePicture({ tally }: Scene, line: Caller, { scarce }: MarketShop): Promise<void> {
  const body = new FormData();
  body.set('image', await photo);
  const call = { method: 'PUT', path: `/api/products/${scarce.productId}`, body } as const;
  const reply = await callWithRetry(line, call, TIMEOUT_MS);
  tally.add(`picture: ${reply?.status ?? 'no answer'}`);
  if (reply && reply.status !== 200) tally.fail(`a picture was answered ${JSON.stringify(reply)}`);
}

async function reopen({ tally }: Scene, line: Caller, { id }: MarketShop): Promise<void> {
  const call = { method: 'PUT', path: `/api/shops/${id}/pause`, body: { paused: false } } as const;
  const reply = await callWithRetry(line, call, TIMEOUT_MS);
  tally.add(`opening again: ${reply?.status ?? 'no answer'}`);
  if (reply && reply.status !== 200) tally.fail(`a shop that opens again was answered ${JSON.stringify(reply)}`);
}
