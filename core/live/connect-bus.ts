import { setTimeout as sleep } from 'node:timers/promises';
import { database } from '../db/database.ts';
import { env } from '../ops/env.ts';
import { throttledErrorLog } from '../ops/log.ts';
import type { Bus, Signal } from './bus.ts';
import { connectPostgresBus } from './postgres-bus.ts';
import { connectRedisBus } from './redis-bus.ts';

let current: Bus | undefined;
const logFailure = throttledErrorLog('bus publish');

/**
 * Connects this process to the bus: Redis when REDIS_URL is set, else PostgreSQL through the open database. Rejects when
 * PostgreSQL is unreachable; an unreachable Redis is waited for in the background. Both reconnect automatically.
 */
export async function connectBus(): Promise<Bus> {
  const bus = env.REDIS_URL
    ? await connectRedisBus(env.REDIS_URL)
    : await connectPostgresBus(database().directUrl, database().pool);
  current = bus;
  const close = async (): Promise<void> => {
    if (current === bus) current = undefined;
    await bus.close();
  };
  return { ...bus, close };
}

/** Resolves when the bus of this process delivers signals now; rejects soon when it does not. */
export async function pingBus(): Promise<void> {
  if (!current) throw new Error('This process is not connected to the bus');
  await current.ping();
}

/** Publishes on the bus of this process, if it has one. Never throws and is never awaited. */
export function publishSoon(signal: Signal): void {
  current?.publish(signal).catch(logFailure);
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

const publishing = new Set<Promise<void>>();

/** Resolves when all signals that are retried were published or given up; for a process that exits. */
export async function signalsSettled(): Promise<void> {
  await Promise.all(publishing);
}

/** The same, but tries again when the store does not respond: for signals whose loss would be noticed. Never rejects. */
export function publishWithRetries(signal: Signal): Promise<void> {
  const done = publishRepeatedly(signal).finally(() => publishing.delete(done));
  publishing.add(done);
  return done;
}

async function publishRepeatedly(signal: Signal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await current?.publish(signal);
    } catch (error) {
      logFailure(error as Error);
      if (attempt === ATTEMPTS) return;
      await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}
