import { database } from '../db/database.ts';
import { env } from '../env.ts';
import { quietErrors } from '../jobs/quiet-errors.ts';
import type { Bus, Poke } from './bus.ts';
import { connectPostgresBus } from './postgres-bus.ts';
import { connectRedisBus } from './redis-bus.ts';

let current: Bus | undefined;
const failed = quietErrors('bus publish');

/**
 * Connects this process to the bus: Redis when REDIS_URL is set, else PostgreSQL through the open database. Rejects when
 * PostgreSQL does not answer now, without which nothing works; Redis may come later. Either reconnects by itself.
 */
export async function connectBus(): Promise<Bus> {
  const bus = env.REDIS_URL
    ? await connectRedisBus(env.REDIS_URL)
    : await connectPostgresBus(database().url, database().pool);
  current = bus;
  const close = async (): Promise<void> => {
    if (current === bus) current = undefined;
    await bus.close();
  };
  return { ...bus, close };
}

/** Resolves when the bus of this process carries pokes now; rejects soon when it does not. */
export async function busAnswers(): Promise<void> {
  if (!current) throw new Error('This process is not on the bus');
  await current.answers();
}

/** Pokes through the bus of this process, if it has one. Never throws and is never awaited. */
export function publishSoon(poke: Poke): void {
  current?.publish(poke).catch(failed);
}
