import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Crowd } from './crowd.ts';
import type { Memory } from './read-memory.ts';

const WARM_UP = 200;
const BROADCASTS = 10;

/** One server that holds streams. */
export type Stand = {
  port: number;
  paths: string[];
  memory(): Promise<Memory>;
  /** Makes it send one event to all streams. */
  broadcast(): Promise<void>;
  /** What somebody else asks for meanwhile. */
  neighbour: { path: string; headers: Record<string, string> };
};

/** `rss`, `heap`: bytes for each stream. `last`: ms until an event was everywhere, of each broadcast. `others`: ms of the other answers. */
export type Measured = { rss: number; heap: number; opened: number; last: number[]; others: number[] };

/** What it costs that server to hold a stream at each of its paths, and how long an event takes to reach them all. */
export async function measureCrowd(stand: Stand): Promise<Measured> {
  const crowd = new Crowd();
  // What a server sets aside once, it has set aside before it is looked at.
  await crowd.open(stand.port, stand.paths.slice(0, WARM_UP));
  await tell(stand, crowd);
  crowd.close();
  await sleep(2_000);
  const before = await stand.memory();
  const from = performance.now();
  await crowd.open(stand.port, stand.paths);
  const opened = (performance.now() - from) / 1_000;
  await sleep(2_000);
  const after = await stand.memory();
  const { path, headers } = stand.neighbour;
  const neighbour = fork(fileURLToPath(new URL('neighbour.ts', import.meta.url)), [
    `http://127.0.0.1:${stand.port}${path}`,
    JSON.stringify(headers),
  ]);
  const last: number[] = [];
  for (let nth = 0; nth < BROADCASTS; nth++) last.push(Math.max(...(await tell(stand, crowd))));
  neighbour.send('enough');
  const [others] = (await once(neighbour, 'message')) as [number[]];
  crowd.close();
  const each = (key: 'rss' | 'heap'): number => (after[key] - before[key]) / stand.paths.length;
  return { rss: each('rss'), heap: each('heap'), opened, last, others };
}

async function tell(stand: Stand, crowd: Crowd): Promise<number[]> {
  await sleep(500);
  const reached = crowd.reached();
  await stand.broadcast();
  return reached;
}
