import { randomUUID } from 'node:crypto';
import { toPaise } from '@haat/contract/rules/rupees';
import { orderBody } from '../../core/test/order-body.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { MarketShop, Person } from './market.ts';
import { type Line, oneCall, patientCall } from './patient-call.ts';
import type { Tally } from './tally.ts';

const PATIENCE_MS = 20_000;

/** Who acts on our product, by which line, and who notes what came of it. */
export type Scene = {
  shops: MarketShop[];
  line: Omit<Line, 'token' | 'key'>;
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
export async function cashRound(scene: Scene, { token }: Person): Promise<void> {
  const { chance, tally, acknowledged } = scene;
  const shop = shopOf(scene);
  const chosen = chance() < 0.3 ? [shop.scarce] : shop.variants.filter(() => chance() < 0.4);
  const variants = chosen.length > 0 ? chosen : shop.variants.slice(0, 1);
  const body = orderBody(variants.map((variant) => ({ variant, quantity: 1 + Math.floor(chance() * 2) })));
  const line = { ...scene.line, token, key: randomUUID() };
  const call = () => patientCall(line, { path: '/api/orders', body }, PATIENCE_MS);
  const replies = chance() < 0.15 ? await Promise.all([call(), call()]) : [await call()];
  if (replies[0]?.status === 201 && chance() < 0.1) replies.push(await call());
  for (const reply of replies) {
    tally.add(`cash order: ${reply ? `${reply.status} ${reply.body.code ?? ''}`.trim() : 'no answer'}`);
    if (reply && ![201, 409].includes(reply.status)) tally.accuse(`an order was answered ${JSON.stringify(reply)}`);
    if (reply?.status === 201)
      acknowledged.order({ id: Number(reply.body.orderId), shopId: shop.id, totalPaise: toPaise(body.total) });
  }
  const ids = new Set(replies.filter((reply) => reply?.status === 201).map((reply) => reply?.body.orderId));
  if (ids.size > 1) tally.accuse(`one key made the orders ${[...ids].join(' and ')}`);
}

/** Somebody looks around: a shelf, a shop, the own orders. */
export async function lookAround(scene: Scene, { token }: Person): Promise<void> {
  const { id, slug } = shopOf(scene);
  const line = { ...scene.line, token };
  await oneCall(line, { path: `/api/products?shopId=${id}` });
  if (scene.chance() < 0.3) await oneCall(line, { path: `/api/shops/${slug}` });
  if (scene.chance() < 0.3) await oneCall(line, { path: '/api/orders/user?limit=10' });
}
