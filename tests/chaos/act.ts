import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { MarketShop } from './market.ts';
import type { Act, Acknowledged, Tally } from './records.ts';
import { type Call, type Caller, callWithRetry, type Reply } from './retry.ts';

/** Who acts on our product, by which line, and who notes what came of it. */
export type Scene = {
  shops: MarketShop[];
  line: Omit<Caller, 'token' | 'key'>;
  chance: () => number;
  tally: Tally;
  acknowledged: Acknowledged;
};

/** `to`: the status that it leads to. `act`: what it is, if it changes something else. */
type Action = { name: string; orderId: number; call: Call; to?: OrderStatus; act?: Act };

const TIMEOUT_MS = 10_000;

/** Sends the action until it is answered. It may come too late: another user was first, or the time is over. */
export async function perform(scene: Scene, line: Caller, action: Action): Promise<Reply | undefined> {
  const { tally, acknowledged } = scene;
  const { name, orderId, call, to, act } = action;
  const acknowledge = act && acknowledged.sending(act, orderId);
  const reply = await callWithRetry(line, call, TIMEOUT_MS);
  tally.add(`${name}: ${reply ? `${reply.status} ${reply.body.code ?? ''}`.trim() : 'no answer'}`);
  if (!reply || reply.status === 409) return reply;
  if (reply.status > 201) tally.fail(`${name} was answered ${JSON.stringify(reply)}`);
  // An unpaid order expires when its customer cancels it.
  else if (to) acknowledged.step({ orderId, status: reply.body.payment_status === 'expired' ? 'Expired' : to });
  else if (reply.body.changed !== false) acknowledge?.();
  return reply;
}

/** One of them. */
export function oneOf<Item>(chance: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(chance() * items.length)];
  if (item === undefined) throw new Error('Nothing to choose from');
  return item;
}
