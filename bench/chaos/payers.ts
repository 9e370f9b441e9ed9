import { setTimeout as pause } from 'node:timers/promises';
import { seededChance } from '@haat/sandbox/world/chance';
import { bareRound } from './bare-round.ts';
import type { Person } from './market.ts';
import { type Stage, shoppingRound } from './shopping-round.ts';
import { letMoneyGrowOld, hurrySweeper } from './time-travel.ts';
import { makeWeather } from './weather.ts';

export type Paying = Omit<Stage, 'chance'> & { payers: Person[]; seed: number; isOver: () => boolean };

/** Customers who pay online, one round after another, at providers whose weather is bad. */
export async function letThemPay({ payers, seed, isOver, ...stage }: Paying): Promise<void> {
  const { sandbox, tally } = stage;
  const each = payers.map((payer, nth) => pay({ ...stage, chance: seededChance(seed + nth + 1) }, payer, isOver));
  await Promise.all([...each, makeWeather({ sandbox, chance: seededChance(seed), tally, isOver }), hurry(isOver)]);
}

async function pay(stage: Stage, payer: Person, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await (stage.chance() < 0.1 ? bareRound(stage, payer) : shoppingRound(stage, payer));
    await pause(stage.chance() * 200);
  }
}

/** Lets the times of payments pass more quickly than they do. */
async function hurry(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await pause(1_000);
    await Promise.all([hurrySweeper(), letMoneyGrowOld()]);
  }
}
