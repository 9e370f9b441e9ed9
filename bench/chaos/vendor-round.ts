import type { OrderView } from '@haat/contract/api/orders.schema';
import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules/order-status';
import type { Scene } from './cash-round.ts';
import type { MarketShop } from './market.ts';
import { type Line, patientCall } from './patient-call.ts';

const PATIENCE_MS = 10_000;
const MOVED_AT_ONCE = 4;

/** A vendor moves some orders one step, and now and then puts more of the scarce product on the shelf. */
export async function vendorRound(scene: Scene, shop: MarketShop): Promise<void> {
  const line = { ...scene.line, token: shop.vendor.token };
  const from = ORDER_STATUSES[Math.floor(scene.chance() * (ORDER_STATUSES.length - 1))] ?? 'Pending';
  const path = `/api/orders/shop/${shop.id}?limit=${MOVED_AT_ONCE}&status=${encodeURIComponent(from)}`;
  const board = await patientCall(line, { path }, PATIENCE_MS);
  const to = ORDER_STATUSES[ORDER_STATUSES.indexOf(from) + 1];
  const orders = board?.status === 200 ? (board.body as unknown as OrderView[]) : [];
  if (to) for (const { id } of orders) await move(scene, line, { id, to });
  if (scene.chance() < 0.3) await restock(scene, line, shop);
}

type Move = { id: number; to: OrderStatus };

async function move({ tally, acknowledged }: Scene, line: Line, { id, to }: Move): Promise<void> {
  const call = { method: 'PATCH', path: `/api/orders/${id}/status`, body: { status: to } } as const;
  const reply = await patientCall(line, call, PATIENCE_MS);
  tally.add(`step: ${reply?.status ?? 'no answer'}`);
  if (reply?.status === 200) acknowledged.step({ orderId: id, status: to });
  else if (reply) tally.accuse(`a step was answered ${JSON.stringify(reply)}`);
}

async function restock({ tally, chance }: Scene, line: Line, { scarce }: MarketShop): Promise<void> {
  const stock = 5 + Math.floor(chance() * 15);
  const call = { method: 'PATCH', path: `/api/variants/${scarce.id}/stock`, body: { stock } } as const;
  const reply = await patientCall(line, call, PATIENCE_MS);
  tally.add(`stock: ${reply?.status ?? 'no answer'}`);
  if (reply && reply.status !== 200) tally.accuse(`a stock was answered ${JSON.stringify(reply)}`);
}
