import { Gauge } from 'prom-client';
import { inTime } from '../in-time.ts';
import { quietErrors } from '../jobs/quiet-errors.ts';
import { registry } from './registry.ts';

const REMEMBERED_MS = 5_000;
const WITHIN_MS = 2_000;

const readings: (() => Promise<unknown>)[] = [];

const readingOk = new Gauge({
  name: 'haat_reading_ok',
  help: 'Whether what is asked of a store for these metrics was answered: 1 or 0. Without an answer its values are NaN.',
  labelNames: ['reading'],
  registers: [registry],
  // The others of the same scrape are on their way; what they find belongs to it.
  collect: async () => void (await Promise.all(readings.map((read) => read()))),
});

/**
 * Something that is asked of a store for the metrics: at most once in five seconds, however often and by how many it is
 * wanted. Answers undefined when the store does not answer within two seconds: a scrape never fails and never hangs.
 */
export function reading<Value>(name: string, read: () => Promise<Value>): () => Promise<Value | undefined> {
  const complain = quietErrors(`metrics of ${name}`);
  let last: Promise<Value | undefined> | undefined;
  let askedAt = -Infinity;

  async function ask(): Promise<Value | undefined> {
    try {
      const value = await inTime(read(), WITHIN_MS, 'No answer in time');
      readingOk.set({ reading: name }, 1);
      return value;
    } catch (error) {
      readingOk.set({ reading: name }, 0);
      complain(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  const remembered = (): Promise<Value | undefined> => {
    if (!last || performance.now() - askedAt > REMEMBERED_MS) {
      askedAt = performance.now();
      last = ask();
    }
    return last;
  };
  readings.push(remembered);
  return remembered;
}
