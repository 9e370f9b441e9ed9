import { busAnswers } from '../bus/connect-bus.ts';
import { inTime } from '../in-time.ts';
import { queueAnswers } from '../jobs/queues.ts';

/**
 * How something is that this process leans on and can do without for a while. With the queue or the bus away orders are still
 * taken: their rows wait in the outbox, and screens read the feeds every few seconds.
 */
export type DependencyHealth = { name: 'queue' | 'bus'; state: 'up' | 'down' };

const WITHIN_MS = 1_000;

/** The store of the queues and the bus, both asked at once. Never rejects, and answers within about a second. */
export function softDependencies(): Promise<DependencyHealth[]> {
  return Promise.all([health('queue', queueAnswers()), health('bus', busAnswers())]);
}

async function health(name: DependencyHealth['name'], answer: Promise<void>): Promise<DependencyHealth> {
  try {
    await inTime(answer, WITHIN_MS, 'No answer');
    return { name, state: 'up' };
  } catch {
    return { name, state: 'down' };
  }
}
