import { setTimeout as sleep } from 'node:timers/promises';
import { database } from '@haat/core/db/database';
import { lineArrays } from '@haat/core/services/orders/line-arrays';
import { PLACE_ORDER } from '@haat/core/services/orders/place-order.sql';
import { readWantedOrder } from '@haat/core/services/orders/wanted-order';
import autocannon from 'autocannon';
import pg from 'pg';
import { nextOrder } from './order-requests.ts';
import type { Figure } from './print-table.ts';
import { withPrograms } from './programs.ts';
import type { Stage } from './stage.ts';

const SECONDS = 5;
const CONNECTIONS = [1, 8, 32];
const GOAL_RATIO = 0.4;
const GOAL_PER_SECOND = 1_000;

/** Orders accepted per second by the api while a worker announces them, against the same statement through bare pg. */
export async function measureOrders(stage: Stage): Promise<Figure[]> {
  const floors: number[] = [];
  for (const connections of CONNECTIONS) floors.push(await bareStatements(stage, connections));
  await announced();
  const figures: Figure[] = [];
  for (const [at, connections] of CONNECTIONS.entries()) {
    const perSecond = await withPrograms({ worker: true }, (url) => acceptedPerSecond(stage, url, connections));
    await announced();
    figures.push(figureOf(connections, perSecond, floors[at] ?? 0));
  }
  return figures;
}

function figureOf(connections: number, perSecond: number, floor: number): Figure {
  const ratio = perSecond / floor;
  const isPeak = connections === 32;
  return {
    what: `c=${connections}`,
    figure: `${perSecond.toFixed(0)}/s   ratio ${ratio.toFixed(2)}`,
    floor: `${floor.toFixed(0)}/s`,
    goal: `ratio ≥ ${GOAL_RATIO}${isPeak ? `, ≥ ${GOAL_PER_SECOND}/s` : ''}`,
    reached: ratio >= GOAL_RATIO && (!isPeak || perSecond >= GOAL_PER_SECOND),
  };
}

async function acceptedPerSecond(stage: Stage, url: string, connections: number): Promise<number> {
  const load = async (duration: number): Promise<number> => {
    const result = await autocannon({
      url,
      connections,
      duration,
      requests: [{ setupRequest: (request) => prepare(stage, request) }],
    });
    if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} orders were refused`);
    return result['2xx'] / result.duration;
  };
  await load(2);
  return load(SECONDS);
}

function prepare(stage: Stage, request: autocannon.Request): autocannon.Request {
  const { customer, text, key } = nextOrder(stage);
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${customer.token}`,
    'idempotency-key': key,
  };
  return { ...request, method: 'POST', path: '/api/orders', headers, body: text };
}

async function bareStatements(stage: Stage, connections: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: database().url, max: connections });
  const placeFor = async (seconds: number): Promise<number> => {
    let placed = 0;
    const [from, until] = [performance.now(), performance.now() + seconds * 1_000];
    const lane = async (): Promise<void> => {
      while (performance.now() < until) {
        await pool.query({ name: 'place-order', text: PLACE_ORDER, values: valuesOf(stage) });
        placed++;
      }
    };
    await Promise.all(Array.from({ length: connections }, lane));
    return placed / ((performance.now() - from) / 1_000);
  };
  await placeFor(2);
  const perSecond = await placeFor(SECONDS);
  await pool.end();
  return perSecond;
}

function valuesOf(stage: Stage): unknown[] {
  const { customer, body, key } = nextOrder(stage);
  const { lines, ...wanted } = readWantedOrder({ userId: customer.id, body, idempotencyKey: key });
  const request = [wanted.userId, wanted.key, wanted.bodyHash, wanted.totalPaise, wanted.takeaway];
  return [...lineArrays(lines), ...request, null, null, null, 'a few items', true];
}

/** Nothing of one measurement may be left to be done in the next. */
async function announced(): Promise<void> {
  await database().pool.query('update outbox set dispatched_at = now() where dispatched_at is null');
  await database().pool.query('delete from bullmq.job');
  await database().pool.query('vacuum analyze');
  await sleep(500);
}
