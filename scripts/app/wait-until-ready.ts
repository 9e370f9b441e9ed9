import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../lib/problem.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';

const WITHIN_MS = 60_000;

/**
 * Waits until the api answers that it can serve and the others have reported that they work; from then on all are kept.
 * Throws a Problem when one of them cannot even start.
 */
export async function waitUntilReady({ host, port }: Settings, { api, others }: { api: Service; others: Service[] }) {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/ready`;
  const until = Date.now() + WITHIN_MS;
  while (!(others.every(({ hasReported }) => hasReported) && (await isReady(url)))) {
    const dead = [api, ...others].find(({ death }) => death);
    if (dead) throw new Problem(`The ${dead.name} does not start (${dead.death}); the reason is above.`);
    if (Date.now() > until) throw new Problem(`The api does not get ready on port ${port}. LOG_LEVEL=info says more.`);
    await sleep(50);
  }
  for (const service of [api, ...others]) service.keep();
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
