import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { freePort } from '../../tools/lib/ports.ts';
import type { Figure } from './measure.ts';
import { withPrograms } from './programs.ts';
import type { BenchData } from './bench-data.ts';

const CONNECTIONS = 32;
const SECONDS = 5;

type Load = { perSecond: number; p99: number };

/** The headers of every response of Node. */
const OF_NODE = new Set(['connection', 'content-length', 'date', 'keep-alive']);

type Answer = { headers: Record<string, string>; bytes: Buffer };

/** Requests per second for a shop's products, as a plain client asks for them, against Koa alone sending the same answer. */
export async function measureCatalog({ shops }: BenchData): Promise<Figure[]> {
  const path = `/api/products?shopId=${shops[0]?.id}`;
  return withPrograms({ worker: false }, async (url) => {
    const answer = await answerOf(url + path);
    const [ours, floor] = [await load(url + path), await bareKoa(answer)];
    const ratio = ours.perSecond / floor.perSecond;
    return [
      {
        what: `${(answer.bytes.length / 1024).toFixed(0)} kB, floor with the same headers`,
        figure: `${said(ours)}   ratio ${ratio.toFixed(2)}`,
        floor: said(floor),
        goal: 'ratio ≥ 0.75',
        reached: ratio >= 0.75,
      },
    ];
  });
}

const said = ({ perSecond, p99 }: Load): string => `${perSecond.toFixed(0)}/s, p99 ${p99} ms`;

async function answerOf(url: string): Promise<Answer> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !OF_NODE.has(name)));
  return { headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function load(url: string): Promise<Load> {
  await autocannon({ url, connections: CONNECTIONS, duration: 1 });
  const { requests, latency, non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} answers were no products`);
  return { perSecond: requests.average, p99: latency.p99 };
}

async function bareKoa({ headers, bytes }: Answer): Promise<Load> {
  const port = await freePort();
  const script = fileURLToPath(new URL('bare-koa.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(port), JSON.stringify(headers)], {
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  child.stdin?.end(bytes);
  try {
    await once(child, 'message');
    return await load(`http://127.0.0.1:${port}/`);
  } finally {
    child.kill('SIGKILL');
  }
}
