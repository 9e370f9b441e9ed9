import { randomUUID } from 'node:crypto';
import { orderBody } from '../../core/test/order-body.ts';
import type { Person } from './market.ts';
import { patientCall } from './patient-call.ts';
import type { Stage } from './shopping-round.ts';

const PATIENCE_MS = 15_000;

/** A caller who knows only the amount, as in the specification: pays first, and then orders, or does not. */
export async function bareRound({ sandbox, market, url, chance, tally }: Stage, { token }: Person): Promise<void> {
  const variant = market.shops[0]?.variants[Math.floor(chance() * 5)];
  if (!variant) return;
  const line = { url, token, key: randomUUID() };
  const body = orderBody([{ variant }], { paymentMethod: 'online' });
  const started = await patientCall(
    line,
    { path: '/api/razorpay/create-order', body: { amount: body.total } },
    PATIENCE_MS,
  );
  if (started?.status !== 200) return tally.add(`bare amount: not started (${started?.status ?? 'no answer'})`);
  const { reply } = await sandbox.pay(String(started.body.id));
  const orders = chance() < 0.6;
  tally.add(`bare amount: ${orders ? 'paid and ordered' : 'paid and never ordered'}`);
  if (!orders) return;
  await patientCall(line, { path: '/api/razorpay/verify-payment', body: reply }, PATIENCE_MS);
  const placed = await patientCall(line, { path: '/api/orders', body }, PATIENCE_MS);
  tally.add(`bare amount: answered ${placed?.status ?? 'nothing'}`);
}
