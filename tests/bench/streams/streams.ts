import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { database } from '@haat/core/db/database';
import { findSessions, signAccessToken } from '@haat/core/accounts/session';
import { startApiProgram, startWorkerProgram } from '../../../core/test/program.ts';
import { freePort } from '../../../tools/lib/ports.ts';
import { orderBody } from '../../../core/test/order-body.ts';
import { type Figure, percentile } from '../measure.ts';
import type { BenchData, BenchShop } from '../bench-data.ts';

const COUNTS = [5_000, 10_000];
const GOAL_KB = 19;
const GOAL_OTHERS_MS = 200;
/** Files that a process has open beside its streams. */
const OTHER_FILES = 500;

/**
 * What it costs one api process to hold idle streams of one shop, how long an order takes to reach all of them, and how
 * others are served meanwhile; the floor is `node:http` alone with as many open answers.
 */
export async function measureStreams({ shops, customers }: BenchData): Promise<Figure[]> {
  const [shop, customer] = [shops[0], customers[0]];
  if (!shop || !customer) throw new Error('There are no shops');
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

async function ofApi(shop: BenchShop, { count, token }: { count: number; token: string }): Promise<Measured> {
  const paths = await streamPaths(shop, count);
  const [port, memory] = [await freePort(), memoryReporter()];
  const { nodeArgs } = memory;
  const api = await startApiProgram({ env: { ...memory.env, PORT: String(port) }, nodeArgs });
  const worker = await startWorkerProgram();
  try {
    return await measureCrowd({
      port,
      paths,
      memory: () => memory.read(api.pid),
      broadcast: () => placeOrder(port, shop, token),
      otherClient: {
        path: '/api/notifications/acknowledged',
        headers: { authorization: `Bearer ${shop.vendorToken}` },
      },
    });
  } finally {
    await worker.terminate();
    await api.terminate();
    memory.close();
  }
}

async function placeOrder(port: number, { variants }: BenchShop, token: string): Promise<void> {
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
  const [port, memory] = [await freePort(), memoryReporter()];
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
      otherClient: { path: '/', headers: {} },
    });
  } finally {
    child.kill('SIGKILL');
    memory.close();
  }
}

function figuresOf(count: number, ours: Measured, floor: Measured): Figure[] {
  const streams = `${count.toLocaleString('en')} streams`;
  const [last, floorLast] = [Math.max(...ours.last), Math.max(...floor.last)];
  const others = percentile(ours.others, 0.99);
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
      floor: `p50 ${percentile(floor.last, 0.5).toFixed(0)} ms, longest ${floorLast.toFixed(0)} ms`,
      goal: 'longest ≤ the floor',
      reached: last <= floorLast,
    },
    {
      what: `${streams}: others meanwhile`,
      figure: `p99 ${others.toFixed(1)} ms`,
      floor: `p99 ${percentile(floor.others, 0.99).toFixed(1)} ms`,
      goal: `p99 ≤ ${GOAL_OTHERS_MS} ms`,
      reached: others <= GOAL_OTHERS_MS,
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

const WARM_UP = 200;
const BROADCASTS = 10;

/** One server that holds streams. */
export type Stand = {
  port: number;
  paths: string[];
  memory(): Promise<Memory>;
  /** Makes it send one event to all streams. */
  broadcast(): Promise<void>;
  /** The requests of another client meanwhile. */
  otherClient: { path: string; headers: Record<string, string> };
};

/** `rss`, `heap`: bytes for each stream. `last`: ms until an event was everywhere, of each broadcast. `others`: ms of the other answers. */
export type Measured = { rss: number; heap: number; opened: number; last: number[]; others: number[] };

/** What it costs that server to hold a stream at each of its paths, and how long an event takes to reach them all. */
async function measureCrowd(stand: Stand): Promise<Measured> {
  const crowd = new Crowd();
  // What a server sets aside once, it has set aside before it is looked at.
  await crowd.open(stand.port, stand.paths.slice(0, WARM_UP));
  await broadcast(stand, crowd);
  crowd.close();
  await sleep(2_000);
  const before = await stand.memory();
  const from = performance.now();
  await crowd.open(stand.port, stand.paths);
  const opened = (performance.now() - from) / 1_000;
  await sleep(2_000);
  const after = await stand.memory();
  const { path, headers } = stand.otherClient;
  const otherClient = fork(fileURLToPath(new URL('other-client.ts', import.meta.url)), [
    `http://127.0.0.1:${stand.port}${path}`,
    JSON.stringify(headers),
  ]);
  const last: number[] = [];
  for (let nth = 0; nth < BROADCASTS; nth++) last.push(Math.max(...(await broadcast(stand, crowd))));
  otherClient.send('enough');
  const [others] = (await once(otherClient, 'message')) as [number[]];
  crowd.close();
  const each = (key: 'rss' | 'heap'): number => (after[key] - before[key]) / stand.paths.length;
  return { rss: each('rss'), heap: each('heap'), opened, last, others };
}

async function broadcast(stand: Stand, crowd: Crowd): Promise<number[]> {
  await sleep(500);
  const reached = crowd.reached();
  await stand.broadcast();
  return reached;
}

const AT_ONCE = 64;
const LONGEST_MS = 30_000;

/** Many open streams of one server, as plain sockets: the less they cost here, the less they hide of what they cost there. */
class Crowd {
  readonly #sockets: Socket[] = [];
  #delays: number[] = [];
  #onComplete: () => void = () => {};

  get size(): number {
    return this.#sockets.length;
  }

  /** Opens a stream at each of the paths. Rejects when one is refused. */
  async open(port: number, paths: string[]): Promise<void> {
    const waiting = [...paths];
    const lane = async (): Promise<void> => {
      for (let path = waiting.pop(); path; path = waiting.pop()) this.#sockets.push(await this.#stream(port, path));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  /** The ms from the moment that an event carries to its arrival at each stream, once it has reached all of them. */
  async reached(): Promise<number[]> {
    const late = setTimeout(() => this.#onComplete(), LONGEST_MS);
    if (this.#delays.length < this.size) await new Promise<void>((done) => (this.#onComplete = done));
    clearTimeout(late);
    const delays = this.#delays;
    this.#delays = [];
    if (delays.length !== this.size) throw new Error(`The event reached ${delays.length} of ${this.size} streams`);
    return delays;
  }

  close(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  #stream(port: number, path: string): Promise<Socket> {
    return new Promise((done, fail) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', fail);
      socket.once('close', () => fail(new Error('A stream was closed')));
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`);
      socket.once('data', (head) => {
        if (!head.includes(' 200 OK')) return fail(new Error(`A stream was refused: ${head.toString().slice(0, 300)}`));
        socket.on('data', (part) => this.#onData(part));
        done(socket);
      });
    });
  }

  #onData(part: Buffer): void {
    const found = part.indexOf('"created_at":"');
    if (found < 0) return;
    const at = Date.parse(part.toString('latin1', found + 14, found + 38));
    this.#delays.push(performance.timeOrigin + performance.now() - at);
    if (this.#delays.length === this.size) this.#onComplete();
  }
}

/** As many as the api allows one user. */
const STREAMS_PER_USER = 5;

/** The addresses of so many streams of one shop: five each for vendors who are logged in, made for it. */
async function streamPaths({ id }: Pick<BenchShop, 'id'>, count: number): Promise<string[]> {
  const { pool } = database();
  const { rows } = await pool.query<{ id: string }>(SIGN_IN_VENDORS, [Math.ceil(count / STREAMS_PER_USER), id]);
  const sessions = await findSessions(rows.map((row) => row.id));
  const tokens = await Promise.all([...sessions.values()].map(signAccessToken));
  const paths = tokens.map((token) => `/api/notifications/stream?token=${token}`);
  return paths.flatMap((path) => Array.from({ length: STREAMS_PER_USER }, () => path)).slice(0, count);
}

const SIGN_IN_VENDORS = `
  WITH vendor AS (
    INSERT INTO users (email, name)
    SELECT 'crowd-' || gen_random_uuid() || '@haat.example', 'Test Vendor' FROM generate_series(1, $1)
    RETURNING id
  ), member AS (
    INSERT INTO shop_members (user_id, shop_id, role) SELECT id, $2, 'vendor' FROM vendor
  )
  INSERT INTO sessions (user_id, shop_id, expires_at) SELECT id, $2, now() + interval '1 day' FROM vendor
  RETURNING id`;

/** In bytes: what the system counts of the process, what of it is in use by objects, and what by buffers beside them. */
export type Memory = { rss: number; heap: number; external: number };

const MEMORY_TIMEOUT_MS = 20_000;

/** What makes a program report its memory: its arguments for Node, its environment, and how to ask it. */
function memoryReporter() {
  const folder = mkdtempSync(join(tmpdir(), 'haat-memory-'));
  const file = join(folder, 'memory.json');
  const script = fileURLToPath(new URL('report-memory.ts', import.meta.url));
  return {
    nodeArgs: ['--expose-gc', '--import', script],
    env: { MEMORY_FILE: file },
    read: (pid: number): Promise<Memory> => readMemory(pid, file),
    close: (): void => rmSync(folder, { recursive: true, force: true }),
  };
}

async function readMemory(pid: number, file: string): Promise<Memory> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let waited = 0; !existsSync(file); waited += 20) {
    if (waited > MEMORY_TIMEOUT_MS) throw new Error('The program does not report its memory');
    await sleep(20);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Memory;
}
