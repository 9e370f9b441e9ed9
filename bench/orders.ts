import autocannon from 'autocannon';
import { placeBare, settle } from './bare-statement.ts';
import { nextOrder } from './order-requests.ts';
import type { Figure } from './print-table.ts';
import { withPrograms } from './programs.ts';
import type { Stage } from './stage.ts';

const WARM_UP_SECONDS = 2;
const SECONDS = 5;
const CONNECTIONS = [1, 8, 32];
const GOAL_RATIO = 0.4;
const GOAL_PER_SECOND = 1_000;

/** Orders accepted per second by the api while a worker announces them, against the same statement through bare pg. */
export async function measureOrders(stage: Stage): Promise<Figure[]> {
  const floors: number[] = [];
  for (const connections of CONNECTIONS) {
    await placeBare(stage, connections, WARM_UP_SECONDS);
    floors.push(await placeBare(stage, connections, SECONDS));
    await settle();
  }
  const figures: Figure[] = [];
  for (const [at, connections] of CONNECTIONS.entries()) {
    const perSecond = await withPrograms({ worker: true }, (url) => acceptedPerSecond(stage, url, connections));
    await settle();
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
  await load(WARM_UP_SECONDS);
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
