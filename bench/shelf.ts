import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { freePort } from '../scripts/lib/ports.ts';
import type { Figure } from './print-table.ts';
import { withPrograms } from './programs.ts';
import type { Stage } from './stage.ts';

const CONNECTIONS = 32;
const SECONDS = 5;

type Load = { perSecond: number; p99: number };

/** Requests per second for a shop's products, as a plain client asks for them, against Koa alone sending the same bytes. */
export async function measureShelf({ shops }: Stage): Promise<Figure[]> {
  const path = `/api/products?shopId=${shops[0]?.id}`;
  return withPrograms({ worker: false }, async (url) => {
    const response = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const [ours, floor] = [await load(url + path), await bareKoa(bytes)];
    const ratio = ours.perSecond / floor.perSecond;
    return [
      {
        what: `${(bytes.length / 1024).toFixed(0)} kB`,
        figure: `${said(ours)}   ratio ${ratio.toFixed(2)}`,
        floor: said(floor),
        goal: 'ratio ≥ 0.75',
        reached: ratio >= 0.75,
      },
    ];
  });
}

const said = ({ perSecond, p99 }: Load): string => `${perSecond.toFixed(0)}/s, p99 ${p99} ms`;

async function load(url: string): Promise<Load> {
  await autocannon({ url, connections: CONNECTIONS, duration: 1 });
  const { requests, latency, non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} answers were no products`);
  return { perSecond: requests.average, p99: latency.p99 };
}

async function bareKoa(bytes: Buffer): Promise<Load> {
  const port = await freePort();
  const script = fileURLToPath(new URL('bare-koa.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(port)], { stdio: ['pipe', 'inherit', 'inherit', 'ipc'] });
  child.stdin?.end(bytes);
  try {
    await once(child, 'message');
    return await load(`http://127.0.0.1:${port}/`);
  } finally {
    child.kill('SIGKILL');
  }
}
