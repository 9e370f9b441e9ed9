import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { toPaise } from '@haat/contract/rules/rupees';
import type { OrderView } from '@haat/contract/api/orders';
import { nextStatus, OPEN_STATUSES } from '@haat/machines/order-status/order.machine';
import { seededRandom } from '../fixtures/payments/providers.ts';
import type { MarketShop, Person } from './market.ts';
import { orderBody } from '../../core/test/order-body.ts';
import type { Acknowledged, Tally } from './checks.ts';
import { type Caller, callOnce, callWithRetry } from './retry.ts';

const BROWSERS = 3;

type Loading = Omit<Scene, 'chance'> & { customers: Person[]; seed: number; isOver: () => boolean };

/** Everybody who does not pay online: customers who order for cash, others who browse, and a vendor in each shop. */
export async function runLoad({ customers, seed, isOver, ...scene }: Loading): Promise<void> {
  let nth = 0;
  const keepOn = async (round: (own: Scene) => Promise<void>, pauseMs: number) => {
    const own = { ...scene, chance: seededRandom(seed + (nth += 1)) };
    while (!isOver()) {
      await round(own);
      await pause((0.5 + own.chance()) * pauseMs);
    }
  };
  const [somebody] = customers;
  await Promise.all([
    ...customers.map((customer) => keepOn((own) => orderForCash(own, customer), 400)),
    ...Array.from({ length: somebody ? BROWSERS : 0 }, () => keepOn((own) => browse(own, somebody as Person), 100)),
    ...scene.shops.map((shop) => keepOn((own) => workOrders(own, shop), 300)),
  ]);
}

const TIMEOUT_MS = 20_000;

/** Who acts on our product, by which line, and who notes what came of it. */
type Scene = {
  shops: MarketShop[];
  line: Omit<Caller, 'token' | 'key'>;
  chance: () => number;
  tally: Tally;
  acknowledged: Acknowledged;
};

const shopOf = ({ shops, chance }: Scene): MarketShop => {
  const shop = shops[Math.floor(chance() * shops.length)];
  if (!shop) throw new Error('The market is empty');
  return shop;
};

/** Somebody orders what is paid in cash, a third of it something scarce; some click twice, some send it again later. */
async function orderForCash(scene: Scene, { token }: Person): Promise<void> {
  const { chance, tally, acknowledged } = scene;
  const shop = shopOf(scene);
  const chosen = chance() < 0.3 ? [shop.scarce] : shop.variants.filter(() => chance() < 0.4);
  const variants = chosen.length > 0 ? chosen : shop.variants.slice(0, 1);
  const body = orderBody(variants.map((variant) => ({ variant, quantity: 1 + Math.floor(chance() * 2) })));
  const line = { ...scene.line, token, key: randomUUID() };
  const call = () => callWithRetry(line, { path: '/api/orders', body }, TIMEOUT_MS);
  const replies = chance() < 0.15 ? await Promise.all([call(), call()]) : [await call()];
  if (replies[0]?.status === 201 && chance() < 0.1) replies.push(await call());
  for (const reply of replies) {
    tally.add(`cash order: ${reply ? `${reply.status} ${reply.body.code ?? ''}`.trim() : 'no answer'}`);
    if (reply && ![201, 409].includes(reply.status)) tally.fail(`an order was answered ${JSON.stringify(reply)}`);
    if (reply?.status === 201)
      acknowledged.order({ id: Number(reply.body.orderId), shopId: shop.id, totalPaise: toPaise(body.total) });
  }
  const ids = new Set(replies.filter((reply) => reply?.status === 201).map((reply) => reply?.body.orderId));
  if (ids.size > 1) tally.fail(`one key made the orders ${[...ids].join(' and ')}`);
}

/** Reads a catalog, a shop, the customer's orders. */
async function browse(scene: Scene, { token }: Person): Promise<void> {
  const { id, slug } = shopOf(scene);
  const line = { ...scene.line, token };
  await callOnce(line, { path: `/api/products?shopId=${id}` });
  if (scene.chance() < 0.3) await callOnce(line, { path: `/api/shops/${slug}` });
  if (scene.chance() < 0.3) await callOnce(line, { path: '/api/orders/user?limit=10' });
}

const VENDOR_TIMEOUT_MS = 10_000;
const MOVED_AT_ONCE = 4;

/** A vendor moves some orders one step, ends a few without delivery, and now and then puts more of the scarce product in the catalog. */
async function workOrders(scene: Scene, shop: MarketShop): Promise<void> {
  const line = { ...scene.line, token: shop.vendor.token };
  const from = OPEN_STATUSES[Math.floor(scene.chance() * OPEN_STATUSES.length)] ?? 'Pending';
  const path = `/api/orders/shop/${shop.id}?limit=${MOVED_AT_ONCE}&status=${encodeURIComponent(from)}`;
  const board = await callWithRetry(line, { path }, VENDOR_TIMEOUT_MS);
  const orders = board?.status === 200 ? (board.body as unknown as OrderView[]) : [];
  for (const order of orders) await (scene.chance() < 0.15 ? end(scene, line, order) : moveOn(scene, line, order));
  if (scene.chance() < 0.3) await restock(scene, line, shop);
}

async function moveOn({ tally, acknowledged }: Scene, line: Caller, order: OrderView): Promise<void> {
  const { id, order_status: status, takeaway } = order;
  const to = nextStatus({ status, takeaway });
  if (!to) return;
  const call = { method: 'PATCH', path: `/api/orders/${id}/status`, body: { status: to } } as const;
  const reply = await callWithRetry(line, call, VENDOR_TIMEOUT_MS);
  tally.add(`transition: ${reply?.status ?? 'no answer'}`);
  if (reply?.status === 200) acknowledged.step({ orderId: id, status: to });
  else if (reply) tally.fail(`a transition was answered ${JSON.stringify(reply)}`);
}

const EXITS = {
  Pending: ['decline', 'closing', 'Declined'],
  Accepted: ['cancel', 'too_busy', 'Cancelled'],
  Ready: ['cancel', 'item_unavailable', 'Cancelled'],
  'In Transit': ['return', 'nobody_there', 'Returned'],
} as const;

async function end({ tally, acknowledged }: Scene, line: Caller, { id, order_status }: OrderView): Promise<void> {
  const [call, reason, status] = EXITS[order_status as keyof typeof EXITS];
  const request = { method: 'POST', path: `/api/orders/${id}/${call}`, body: { reason } } as const;
  const reply = await callWithRetry(line, request, VENDOR_TIMEOUT_MS);
  tally.add(`${call}: ${reply?.status ?? 'no answer'}`);
  if (reply?.status === 200) acknowledged.step({ orderId: id, status });
  else if (reply) tally.fail(`an order that ends was answered ${JSON.stringify(reply)}`);
}

async function restock({ tally, chance }: Scene, line: Caller, { scarce }: MarketShop): Promise<void> {
  const stock = 5 + Math.floor(chance() * 15);
  const call = { method: 'PATCH', path: `/api/variants/${scarce.id}/stock`, body: { stock } } as const;
  const reply = await callWithRetry(line, call, VENDOR_TIMEOUT_MS);
  tally.add(`stock: ${reply?.status ?? 'no answer'}`);
  if (reply && reply.status !== 200) tally.fail(`a stock was answered ${JSON.stringify(reply)}`);
}
