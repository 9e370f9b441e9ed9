import { setTimeout as pause } from 'node:timers/promises';
import { seededChance } from '@haat/sandbox/world/chance';
import { cashRound, lookAround, type Scene } from './cash-round.ts';
import type { Person } from './market.ts';
import { vendorRound } from './vendor-round.ts';

const LOOKERS = 3;

export type Loading = Omit<Scene, 'chance'> & { customers: Person[]; seed: number; isOver: () => boolean };

/** Everybody who does not pay online: customers who order, others who look around, and a vendor in each shop. */
export async function letThemTrade({ customers, seed, isOver, ...scene }: Loading): Promise<void> {
  let nth = 0;
  const keepOn = async (round: (own: Scene) => Promise<void>, pauseMs: number) => {
    const own = { ...scene, chance: seededChance(seed + (nth += 1)) };
    while (!isOver()) {
      await round(own);
      await pause((0.5 + own.chance()) * pauseMs);
    }
  };
  const [somebody] = customers;
  await Promise.all([
    ...customers.map((customer) => keepOn((own) => cashRound(own, customer), 400)),
    ...Array.from({ length: somebody ? LOOKERS : 0 }, () => keepOn((own) => lookAround(own, somebody as Person), 100)),
    ...scene.shops.map((shop) => keepOn((own) => vendorRound(own, shop), 300)),
  ]);
}
