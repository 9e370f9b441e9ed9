import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { freePort } from '../../tools/lib/ports.ts';
import { type Figure, percentile } from './measure.ts';
import { withPrograms } from './programs.ts';
import type { BenchData } from './bench-data.ts';

const CONNECTIONS = 32;
const ROUNDS = 5;
const SECONDS = 2;

type Headers = Record<string, string>;
/** `others`: paths that are asked for in turn with `path`, with answers of the same size. */
type Read = { what: string; path: string; others?: string[]; headers: Headers; goal: number };
type Answer = { status: number; headers: Headers; bytes: Buffer };

/**
 * Answers per second of what everybody may read, with the access log, against Koa alone sending the same status, headers and
 * bytes. Both run in turns, so that the machine is as fast for one as for the other; the median of the rounds counts.
 */
export async function measureReads({ shops }: BenchData): Promise<Figure[]> {
  const product = `/api/products/${shops[0]?.variants[0]?.productId}`;
  const list = `/api/products?shopId=${shops[0]?.id}`;
  return withPrograms({ worker: false }, async (url) => {
    const { headers } = await read(url + list, { 'accept-encoding': 'identity' });
    const [near = '', ...others] = nearbyPaths();
    const reads: Read[] = [
      { what: 'product list', path: list, headers: {}, goal: 0.8 },
      { what: 'product list, gzip', path: list, headers: { 'accept-encoding': 'gzip' }, goal: 0.8 },
      { what: 'product list, br', path: list, headers: { 'accept-encoding': 'gzip, br' }, goal: 0.8 },
      { what: 'product list, 304', path: list, headers: { 'if-none-match': headers.etag ?? '' }, goal: 0.8 },
      { what: 'product', path: product, headers: {}, goal: 0.6 },
      { what: 'shops nearby', path: near, others, headers: {}, goal: 0.4 },
      { what: 'shops nearby, br', path: near, others, headers: { 'accept-encoding': 'gzip, br' }, goal: 0.2 },
    ];
    const figures: Figure[] = [];
    for (const each of reads) figures.push(await compare(url, each));
    return figures;
  });
}

const PLACES = 400;

/** Each from a different place, so that no two responses are the same. */
const nearbyPaths = (): string[] =>
  Array.from({ length: PLACES }, (_, nth) => {
    const [lat, lng] = [12.925 + ((nth * 7) % PLACES) / 40_000, 77.593 + nth / 40_000];
    return `/api/shops?lat=${lat.toFixed(4)}&lng=${lng.toFixed(4)}`;
  });

async function compare(url: string, { what, path, others = [], headers, goal }: Read): Promise<Figure> {
  const answer = await read(url + path, headers);
  const paths = [path, ...others];
  return withBareKoa(answer, async (floorUrl) => {
    const rounds: { ours: number; floor: number }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ ours: await load(url, paths, headers), floor: await load(floorUrl, paths, headers) });
    const ratio = median(rounds.map(({ ours, floor }) => ours / floor));
    return {
      what: `${what}, ${(answer.bytes.length / 1024).toFixed(1)} kB`,
      figure: `${median(rounds.map(({ ours }) => ours)).toFixed(0)}/s   ratio ${ratio.toFixed(2)}`,
      floor: `${median(rounds.map(({ floor }) => floor)).toFixed(0)}/s`,
      goal: `ratio ≥ ${goal.toFixed(2)}`,
      reached: ratio >= goal,
    };
  });
}

const median = (values: number[]): number => percentile(values, 0.5);

/** The headers of every response of Node. */
const OF_NODE = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

// Not `fetch`, which decompresses.
async function read(url: string, headers: Headers): Promise<Answer> {
  const sent = request(url, { headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const kept = Object.entries(response.headers).filter(([name]) => !OF_NODE.has(name));
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    bytes: Buffer.concat(await response.toArray()),
  };
}

async function load(url: string, paths: string[], headers: Headers): Promise<number> {
  const options = { url, headers, requests: paths.map((path) => ({ path })), connections: CONNECTIONS };
  await autocannon({ ...options, duration: 1 });
  const { requests, errors, statusCodeStats } = await autocannon({ ...options, duration: SECONDS });
  const refused = Object.keys(statusCodeStats ?? {}).filter((status) => status !== '200' && status !== '304');
  if (errors > 0 || refused.length > 0) throw new Error(`${url} answered with ${errors} errors and ${refused.join()}`);
  return requests.average;
}

async function withBareKoa<Result>(
  { status, headers, bytes }: Answer,
  measure: (url: string) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const script = fileURLToPath(new URL('bare-koa.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(port), JSON.stringify({ status, headers })], {
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  child.stdin?.end(bytes);
  try {
    await once(child, 'message');
    return await measure(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGKILL');
  }
}
