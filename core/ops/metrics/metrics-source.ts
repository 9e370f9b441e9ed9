import { Gauge } from 'prom-client';
import { withTimeout } from '../../lib/async.ts';
import { throttledErrorLog } from '../log.ts';
import { registry } from './counters.ts';

const CACHED_MS = 5_000;
const TIMEOUT_MS = 2_000;

const sources: (() => Promise<unknown>)[] = [];

const sourceUp = new Gauge({
  name: 'haat_metrics_source_up',
  help: 'Whether the store behind these metrics responded: 1 or 0. Without a response their values are NaN.',
  labelNames: ['source'],
  registers: [registry],
  // Waits for the other gauges of the same scrape, whose results it reports.
  collect: async () => void (await Promise.all(sources.map((read) => read()))),
});

/**
 * A query for the metrics, cached for five seconds and shared by all scrapes. Returns undefined when the store does not respond
 * within two seconds: a scrape never fails and never hangs.
 */
export function metricsSource<Value>(name: string, read: () => Promise<Value>): () => Promise<Value | undefined> {
  const logError = throttledErrorLog(`metrics of ${name}`);
  let last: Promise<Value | undefined> | undefined;
  let readAt = -Infinity;

  async function readNow(): Promise<Value | undefined> {
    try {
      const value = await withTimeout(read(), TIMEOUT_MS, 'No response in time');
      sourceUp.set({ source: name }, 1);
      return value;
    } catch (error) {
      sourceUp.set({ source: name }, 0);
      logError(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  const cached = (): Promise<Value | undefined> => {
    if (!last || performance.now() - readAt > CACHED_MS) {
      readAt = performance.now();
      last = readNow();
    }
    return last;
  };
  sources.push(cached);
  return cached;
}
