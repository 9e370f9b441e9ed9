import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../lib/problem.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';

const WITHIN_MS = 60_000;

/** Waits until the api answers that it can serve. Throws a Problem when one of the services cannot even start. */
export async function waitUntilReady({ host, port }: Settings, services: Service[]): Promise<void> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const until = Date.now() + WITHIN_MS;
  while (!(await isReady(`http://${address.includes(':') ? `[${address}]` : address}:${port}/ready`))) {
    const dead = services.find(({ deaths }) => deaths > 0);
    if (dead) throw new Problem(`The ${dead.name} does not start; the reason is above.`);
    if (Date.now() > until)
      throw new Problem(`The api does not get ready on port ${port}. LOG_LEVEL=info npm start says more.`);
    await sleep(50);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
