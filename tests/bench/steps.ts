import autocannon from 'autocannon';
import pg from 'pg';
import { bind, database } from '@haat/core/db/database';
import { CHANGE_STATUS, toChangeParams } from '@haat/core/orders/life/change-status.sql';
import { INSERT_ORDER, toInsertParams } from '@haat/core/orders/place/insert-order.sql';
import { readOrderRequest } from '@haat/core/orders/place/order-request';
import { nextOrder, type BenchData } from './bench-data.ts';
import { type Figure, percentile } from './measure.ts';
import { settle } from './orders.ts';
import { withPrograms } from './programs.ts';

const CONNECTIONS = 8;
const ROUNDS = 5;
const STEPS = 600;
const GOAL = 0.6;

/** An order that its shop has not accepted yet. */
type Waiting = { id: number; token: string; userId: number };

/**
 * Orders accepted by their shops per second, 8 at a time, while a worker announces them, against the statement that changes
 * the status through bare pg, in turns: the medians of five rounds.
 */
export async function measureSteps(data: BenchData): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: database().url, max: CONNECTIONS });
  // A connection that is still open when the server stops emits an error.
  pool.on('error', () => {});
  try {
    return await withPrograms({ worker: true }, async (url) => {
      const rounds: { bare: number; accepted: number }[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const waiting = await placeOrders(pool, data, 2 * STEPS);
        await settle();
        const bare = await acceptBare(pool, waiting.slice(0, STEPS));
        const accepted = await accept(url, waiting.slice(STEPS));
        // The first one warms up.
        if (round > 0) rounds.push({ bare, accepted });
      }
      const half = (value: (round: (typeof rounds)[number]) => number) => percentile(rounds.map(value), 0.5);
      const ratio = half(({ bare, accepted }) => accepted / bare);
      return [
        {
          what: `status step, c=${CONNECTIONS}`,
          figure: `${half(({ accepted }) => accepted).toFixed(0)}/s   ratio ${ratio.toFixed(2)}`,
          floor: `${half(({ bare }) => bare).toFixed(0)}/s`,
          goal: `ratio ≥ ${GOAL}`,
          reached: ratio >= GOAL,
        },
      ];
    });
  } finally {
    await pool.end();
  }
}

async function placeOrders(pool: pg.Pool, data: BenchData, count: number): Promise<Waiting[]> {
  const placed: Waiting[] = [];
  const lane = async () => {
    while (placed.length < count) {
      const { customer, shop, body, key } = nextOrder(data);
      const request = readOrderRequest({ userId: customer.id, body, idempotencyKey: key });
      const statement = bind(INSERT_ORDER.cod, toInsertParams({ request, payment: 'cod' }, true));
      const { rows } = await pool.query<{ id: number }>(statement);
      placed.push({ id: rows[0]?.id ?? 0, token: shop.vendorToken, userId: shop.vendorId });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return placed.slice(0, count);
}

async function acceptBare(pool: pg.Pool, waiting: Waiting[]): Promise<number> {
  const left = waiting.values();
  const from = performance.now();
  const lane = async () => {
    for (const { id: orderId, userId: actorId } of left) {
      const change = {
        orderId,
        from: 'Pending',
        to: 'Accepted',
        actor: 'shop',
        actorId,
        promisedAt: new Date(),
      } as const;
      await pool.query(bind(CHANGE_STATUS, toChangeParams(change)));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return waiting.length / ((performance.now() - from) / 1_000);
}

async function accept(url: string, waiting: Waiting[]): Promise<number> {
  const left = waiting.values();
  const from = performance.now();
  let last = from;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    amount: waiting.length,
    setupClient: (client) => client.on('response', () => (last = performance.now())),
    requests: [
      {
        setupRequest: (request) => {
          const order = left.next().value;
          if (!order) throw new Error('There are no more orders');
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${order.token}` };
          return { ...request, method: 'PATCH', path: `/api/orders/${order.id}/status`, headers, body: BODY };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} steps were refused`);
  // autocannon rounds its duration up to a full second.
  return result['2xx'] / ((last - from) / 1_000);
}

const BODY = JSON.stringify({ status: 'Accepted' });
