import { setTimeout as pause } from 'node:timers/promises';
import { isOutage } from '@haat/core/db/outage';

const PAUSE_MS = 200;
const PATIENCE_MS = 60_000;

/** What the harness itself wants of the database, once more for as long as that is away. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const until = Date.now() + PATIENCE_MS; ;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() > until) throw error;
      await pause(PAUSE_MS);
    }
  }
}
