import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchData, nextOrder } from './bench-data.ts';
import { type Figure, percentile } from './measure.ts';
import { withPrograms } from './programs.ts';

const WARM_UPS = 40;
const BUSY = 9;
const PAUSES = 5;
/** Longer than the pool keeps idle connections open, except for its minimum number. */
const PAUSE_MS = 13_000;
const GOAL = 2;

type Times = { order: number; step: number };

/** The time in ms to place and to accept an order after a pause, compared with orders that follow each other directly. */
export async function measurePause(data: BenchData): Promise<Figure[]> {
  return withPrograms({ worker: true }, async (url) => {
    for (let nth = 0; nth < WARM_UPS; nth++) await placeAndAccept(data, url);
    const [busy, paused]: [Times[], Times[]] = [[], []];
    for (let nth = 0; nth < BUSY; nth++) busy.push(await placeAndAccept(data, url));
    for (let nth = 0; nth < PAUSES; nth++) {
      await sleep(PAUSE_MS);
      paused.push(await placeAndAccept(data, url));
    }
    return (['order', 'step'] as const).map((what) => {
      const [ours, floor] = [paused, busy].map((times) =>
        percentile(
          times.map((time) => time[what]),
          0.5,
        ),
      ) as [number, number];
      return {
        what: `${what} after ${PAUSE_MS / 1000} s without any`,
        figure: `${ours.toFixed(1)} ms`,
        floor: `busy ${floor.toFixed(1)} ms`,
        goal: `≤ ${GOAL} × busy`,
        reached: ours <= GOAL * floor,
      };
    });
  });
}

async function placeAndAccept(data: BenchData, url: string): Promise<Times> {
  const { customer, shop, text, key } = nextOrder(data);
  const headers = (token: string) => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` });
  const start = performance.now();
  const placed = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { ...headers(customer.token), 'idempotency-key': key },
    body: text,
  });
  const { orderId } = (await placed.json()) as { orderId: number };
  const between = performance.now();
  const stepped = await fetch(`${url}/api/orders/${orderId}/status`, {
    method: 'PATCH',
    headers: headers(shop.vendorToken),
    body: JSON.stringify({ status: 'Accepted' }),
  });
  await stepped.arrayBuffer();
  if (!stepped.ok) throw new Error(`The status change answered ${stepped.status}`);
  return { order: between - start, step: performance.now() - between };
}
