import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../lib/paths.ts';

const DEMO_SHOPS = join(repoRoot, 'core', 'db', 'seeds', 'demo', 'shops.json');

/** What a person needs to know after the start. */
export function welcome({
  url,
  host,
  hasDemoMarket,
  catchesMail,
  paysInSandbox,
}: {
  url: string;
  host: string;
  hasDemoMarket: boolean;
  catchesMail: boolean;
  paysInSandbox: boolean;
}): string {
  const lines = [`\nHaat is running at ${url}  (after ${sinceStart()})`];
  if (host === '127.0.0.1')
    lines.push('Only this computer can open it. To open it to your network: HOST=0.0.0.0 npm start');
  if (catchesMail) lines.push(`Emails with the login codes: ${url}/dev/mail`);
  if (paysInSandbox) lines.push(`Payment sandbox (no real money): ${url}/dev/pay`);
  if (hasDemoMarket) lines.push('', 'Who can log in:', ...accounts());
  return [...lines, '', 'Ctrl-C stops it.', ''].join('\n');
}

function accounts(): string[] {
  const [first, ...others] = JSON.parse(readFileSync(DEMO_SHOPS, 'utf8')) as { slug: string; name: string }[];
  const slugs = others.map(({ slug }) => slug);
  return [
    '  customer@haat.example                 a customer with past orders; any other address becomes a new one',
    `  vendor@${first?.slug}.example          the vendor of ${first?.name}`,
    `  admin@${first?.slug}.example           its administrator`,
    '  operator@haat.example                 the operator of the platform',
    `  vendor@ and admin@ of the other shops: ${slugs.slice(0, 6).join(', ')},`,
    `    ${slugs.slice(6).join(', ')}`,
  ];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Milliseconds since this process began, its own start-up included. */
const sinceStart = (): string => seconds(process.uptime() * 1000);

/** Prints the name of the step, does the work, and prints how long it took. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  process.stdout.write(`${what} …`.padEnd(28));
  try {
    const result = await work();
    process.stdout.write(` ${seconds(performance.now() - started)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(' failed\n');
    throw error;
  }
}
