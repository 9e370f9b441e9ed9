import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '@haat/sandbox/start-sandbox';
import { type Conditions, GOOD_CONDITIONS } from '@haat/sandbox/world/conditions';
import { pick } from './pick.ts';
import type { Tally } from './tally.ts';

type Sky = { sandbox: Sandbox; chance: () => number; tally: Tally; isOver: () => boolean };

const KINDS = {
  'answer lost': 4,
  'call lost': 3,
  'server error': 1,
  'too many requests': 2,
  'proxy page': 2,
  slow: 2,
  outage: 1,
  webhooks: 4,
  refunds: 2,
  refusals: 1,
  capture: 1,
};

/** Something new goes wrong at the providers about twice a second. */
export async function makeWeather(sky: Sky): Promise<void> {
  while (!sky.isOver()) {
    await pause(200 + sky.chance() * 600);
    await strike(sky);
  }
}

async function strike({ sandbox, chance, tally }: Sky): Promise<void> {
  const kind = pick(chance, KINDS);
  const provider = pick(chance, { razorpay: 1, stripe: 1 });
  tally.add(`fault: ${kind}`);
  if (kind === 'answer lost') sandbox.fault({ provider, reset: 'after', times: 2 });
  if (kind === 'call lost') sandbox.fault({ provider, reset: 'before', times: 2 });
  if (kind === 'server error') sandbox.fault({ provider, status: 500 });
  if (kind === 'too many requests') sandbox.fault({ provider, status: 429, times: 3 });
  if (kind === 'proxy page') sandbox.fault({ provider, html: true, times: 2 });
  if (kind === 'slow') sandbox.fault({ provider, delayMs: 1_000 });
  if (kind === 'webhooks')
    sandbox.setConditions({
      webhookLoss: chance() * 0.7,
      webhookDuplicates: chance(),
      webhookJitterMs: chance() * 800,
    });
  if (kind === 'refunds') sandbox.setConditions({ refunds: pick(chance, { done: 2, pending: 2 }) });
  if (kind === 'capture')
    sandbox.setConditions({ razorpayCapture: pick(chance, { automatic: 1, prompt: 1, manual: 1 }) });
  if (kind === 'refusals') await whileIt(sandbox, { refunds: 'failed' }, { refunds: 'done' });
  if (kind !== 'outage') return;
  const name = provider === 'stripe' ? 'stripeDown' : 'razorpayDown';
  await whileIt(sandbox, { [name]: true }, { [name]: false });
}

async function whileIt(sandbox: Sandbox, bad: Partial<Conditions>, good: Partial<Conditions>): Promise<void> {
  sandbox.setConditions(bad);
  await pause(1_500);
  sandbox.setConditions(good);
}

/** Everything works again, and what was under way comes to its end. */
export function clearUp(sandbox: Sandbox): void {
  const { lateMs, webhookRetryMs, refundMs } = sandbox.world.conditions;
  sandbox.world.faults.clear();
  sandbox.setConditions({ ...GOOD_CONDITIONS, lateMs, webhookRetryMs, refundMs });
}
