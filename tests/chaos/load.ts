import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../fixtures/payments/providers.ts';
import type { Scene } from './act.ts';
import { browse, lookAfterOrders, orderForCash } from './customers.ts';
import type { Customer } from './market.ts';
import { runShop } from './shops.ts';

const BROWSERS = 3;

type Loading = Omit<Scene, 'chance'> & {
  /** They pay cash; without any, no customer browses either. */
  customers: Customer[];
  /** They pay online, as `runOnlineCustomers` does it. */
  payers: Customer[];
  seed: number;
  isOver: () => boolean;
};

/** Everybody's part in the life of the orders: customers who order for cash, all customers with their orders, and a vendor in each shop. */
export async function runLoad({ customers, payers, seed, isOver, ...scene }: Loading): Promise<void> {
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
    ...customers.map((customer) => keepOn((own) => orderForCash(own, customer), 600)),
    ...[...customers, ...payers].map((customer) => keepOn((own) => lookAfterOrders(own, customer), 900)),
    ...Array.from({ length: somebody ? BROWSERS : 0 }, () => keepOn((own) => browse(own, somebody as Customer), 100)),
    ...scene.shops.map((shop) => keepOn((own) => runShop(own, shop), 150)),
  ]);
}
