import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';

const POLL_EVERY_MS = 20;
const MEMORY_EVERY_MS = 100;

/** The api to poll, and the id of its process. */
export type Polled = { url: string; pid: number };

/** Since the last question: the slowest answer of `/live`, and the most memory that the process had (RSS, in MB). */
export type Seen = { slowestMs: number; memoryMb: number };

// Runs in its own thread, so that the work of a test does not count as the api's. Answers each message with the measurements
// since the previous one.
const { url, pid } = workerData as Polled;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let seen: Seen = { slowestMs: 0, memoryMb: 0 };
let sentAt: number | undefined;

parentPort?.on('message', () => {
  // A request that is still without an answer counts as well.
  noteSlowest();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(seen);
  seen = { slowestMs: 0, memoryMb: 0 };
});

function noteSlowest(): void {
  if (sentAt !== undefined) seen.slowestMs = Math.max(seen.slowestMs, performance.now() - sentAt);
}

async function pollLive(): Promise<never> {
  for (;;) {
    sentAt = performance.now();
    const [response] = (await once(get(`${url}/live`, { agent }), 'response')) as [IncomingMessage];
    await response.toArray();
    noteSlowest();
    sentAt = undefined;
    await sleep(POLL_EVERY_MS);
  }
}

async function readMemory(): Promise<never> {
  for (;;) {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    seen.memoryMb = Math.max(seen.memoryMb, Number(stdout) / 1024);
    await sleep(MEMORY_EVERY_MS);
  }
}

void pollLive();
void readMemory();
