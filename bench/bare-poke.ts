import { setTimeout as sleep } from 'node:timers/promises';
import { database } from '@haat/core/db/database';
import { Redis } from 'ioredis';
import pg from 'pg';

const SECONDS = 3;
const CHANNEL = 'bare_poke';

type Carrier = { tell(text: string): Promise<unknown>; stop(): Promise<void> };
type Opened = (hear: (text: string) => void) => Promise<Carrier>;

/**
 * The ms that a short message takes from one connection to another at that pace, with nothing else going on: NOTIFY through
 * PostgreSQL, or publish through the Redis of that address.
 */
export async function timesOfPokes(perSecond: number, redisUrl?: string): Promise<number[]> {
  const times: number[] = [];
  const hear = (text: string): void => void times.push(performance.now() - Number(text));
  const open: Opened = redisUrl ? (listen) => openRedis(redisUrl, listen) : openPostgres;
  const carrier = await open(hear);
  const told: Promise<unknown>[] = [];
  const from = performance.now();
  for (let nth = 0; nth < perSecond * SECONDS; nth++) {
    const early = from + (nth * 1_000) / perSecond - performance.now();
    if (early > 0) await sleep(early);
    told.push(carrier.tell(String(performance.now())));
  }
  await Promise.all(told);
  for (let waited = 0; times.length < told.length && waited < 5_000; waited += 50) await sleep(50);
  await carrier.stop();
  if (times.length < told.length) throw new Error(`${told.length - times.length} messages were lost`);
  return times;
}

async function openPostgres(hear: (text: string) => void): Promise<Carrier> {
  const listener = new pg.Client({ connectionString: database().url });
  const pool = new pg.Pool({ connectionString: database().url, max: 8 });
  await listener.connect();
  listener.on('notification', ({ payload }) => hear(payload ?? ''));
  await listener.query(`LISTEN ${CHANNEL}`);
  return {
    tell: (text) => pool.query({ name: 'tell', text: 'SELECT pg_notify($1, $2)', values: [CHANNEL, text] }),
    stop: async () => void (await Promise.all([listener.end(), pool.end()])),
  };
}

async function openRedis(url: string, hear: (text: string) => void): Promise<Carrier> {
  const [listener, teller] = [new Redis(url), new Redis(url)];
  listener.on('message', (_, text) => hear(text));
  await listener.subscribe(CHANNEL);
  return {
    tell: (text) => teller.publish(CHANNEL, text),
    stop: async () => void (await Promise.all([listener.quit(), teller.quit()])),
  };
}
