import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startApiProgram, startWorkerProgram } from '../../core/test/program.ts';
import { freePort } from '../../scripts/lib/ports.ts';
import { orderBody } from '../../core/test/order-body.ts';
import { percentile } from '../percentile.ts';
import type { Figure } from '../print-table.ts';
import type { Stage, StageShop } from '../stage.ts';
import { type Measured, measureCrowd } from './measure-crowd.ts';
import { memoryTeller } from './read-memory.ts';
import { streamPaths } from './stream-paths.ts';

const COUNTS = [5_000, 10_000];
const GOAL_KB = 22;
const GOAL_REACHED_MS = 200;
/** Files that a process has open beside its streams. */
const OTHER_FILES = 500;

/**
 * What it costs one api process to hold idle streams of one shop, how long an order takes to reach all of them, and how
 * others are served meanwhile; the floor is `node:http` alone with as many open answers.
 */
export async function measureStreams({ shops, customers }: Stage): Promise<Figure[]> {
  const [shop, customer] = [shops[0], customers[0]];
  if (!shop || !customer) throw new Error('The stage is empty');
  const figures: Figure[] = [];
  for (const count of COUNTS) {
    if (count + OTHER_FILES > mostOpenFiles()) {
      console.log(`${count} streams are left out: a process may have ${mostOpenFiles()} files open here (ulimit -n).`);
      continue;
    }
    const floor = await ofBareServer(count);
    figures.push(...figuresOf(count, await ofApi(shop, { count, token: customer.token }), floor));
  }
  return figures;
}

async function ofApi(shop: StageShop, { count, token }: { count: number; token: string }): Promise<Measured> {
  const paths = await streamPaths(shop, count);
  const [port, memory] = [await freePort(), memoryTeller()];
  const { nodeArgs } = memory;
  const api = await startApiProgram({ env: { ...memory.env, PORT: String(port) }, nodeArgs });
  const worker = await startWorkerProgram();
  try {
    return await measureCrowd({
      port,
      paths,
      memory: () => memory.read(api.pid),
      broadcast: () => placeOrder(port, shop, token),
      neighbour: { path: '/api/notifications/acknowledged', headers: { authorization: `Bearer ${shop.vendorToken}` } },
    });
  } finally {
    await worker.terminate();
    await api.terminate();
    memory.forget();
  }
}

async function placeOrder(port: number, { variants }: StageShop, token: string): Promise<void> {
  const variant = variants[0];
  if (!variant) throw new Error('The shop sells nothing');
  const answer = await fetch(`http://127.0.0.1:${port}/api/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(orderBody([{ variant, quantity: 5 }])),
  });
  if (answer.status !== 201) throw new Error(`The order was answered ${answer.status}: ${await answer.text()}`);
}

async function ofBareServer(count: number): Promise<Measured> {
  const [port, memory] = [await freePort(), memoryTeller()];
  const script = fileURLToPath(new URL('bare-streams.ts', import.meta.url));
  const execArgv = memory.nodeArgs;
  const child = fork(script, [String(port)], { execArgv, env: { ...process.env, ...memory.env } });
  try {
    await once(child, 'message');
    return await measureCrowd({
      port,
      paths: Array.from({ length: count }, () => '/stream'),
      memory: () => memory.read(child.pid ?? 0),
      broadcast: async () => void (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' })),
      neighbour: { path: '/', headers: {} },
    });
  } finally {
    child.kill('SIGKILL');
    memory.forget();
  }
}

function figuresOf(count: number, ours: Measured, floor: Measured): Figure[] {
  const streams = `${count.toLocaleString('en')} streams`;
  const [last, others] = [Math.max(...ours.last), percentile(ours.others, 0.99)];
  return [
    {
      what: `${streams}: memory of each`,
      figure: kilobytes(ours),
      floor: kilobytes(floor),
      goal: `≤ ${GOAL_KB} KB in all`,
      reached: ours.rss / 1024 <= GOAL_KB,
    },
    {
      what: `${streams}: an order reaches the last`,
      figure: `p50 ${percentile(ours.last, 0.5).toFixed(0)} ms, longest ${last.toFixed(0)} ms`,
      floor: `p50 ${percentile(floor.last, 0.5).toFixed(0)} ms, longest ${Math.max(...floor.last).toFixed(0)} ms`,
      goal: `longest ≤ ${GOAL_REACHED_MS} ms`,
      reached: last <= GOAL_REACHED_MS,
    },
    {
      what: `${streams}: others meanwhile`,
      figure: `p99 ${others.toFixed(1)} ms`,
      floor: `p99 ${percentile(floor.others, 0.99).toFixed(1)} ms`,
      goal: `p99 ≤ ${GOAL_REACHED_MS} ms`,
      reached: others <= GOAL_REACHED_MS,
    },
    {
      what: `${streams}: all open again`,
      figure: `${ours.opened.toFixed(1)} s`,
      floor: `${floor.opened.toFixed(1)} s`,
      goal: '',
      reached: true,
    },
  ];
}

const kilobytes = ({ rss, heap }: Measured): string =>
  `${(rss / 1024).toFixed(1)} KB, ${(heap / 1024).toFixed(1)} of it objects`;

/** How many files a process may have open here, streams among them. */
function mostOpenFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    // Where there is no /proc, the system itself will say so.
    return Infinity;
  }
}
