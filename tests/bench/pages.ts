import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findOrInstallChromium } from '../../tools/check/machine-tools.ts';
import { freePort } from '../../tools/lib/ports.ts';
import { type Figure, isNamed, isSelected, percentile, printTable, report } from './measure.ts';
import { untilAnswered, withProduct } from './programs.ts';
import { measureRush } from './rush.ts';
import { build, clientBuild } from '../../tools/app/builds.ts';
import { BUDGET, measureBundle } from '../../tools/app/bundle-sizes.ts';

/** The parts that look at pages in a browser. */
export async function measurePages(): Promise<void> {
  // Not part of the page: a test holds each limit.
  if (isSelected('bundle')) printTable('Bytes, gzipped', await measureBytes());
  if (!isSelected('first-load') && !isSelected('rush') && !isNamed('lighthouse')) return;
  const chromium = findOrInstallChromium();
  if (!chromium) {
    console.log('Pages are not measured: Chromium was not found. Install it, or set CHROMIUM_PATH.');
    return;
  }
  await withProduct(async (url) => {
    if (isSelected('first-load')) report('First visit, 400 ms, 400 kbit/s', await measureFirstLoad(url, chromium));
    if (isSelected('rush')) report('Order board in a rush', await measureRush(url, chromium));
    if (isNamed('lighthouse')) report('Lighthouse, mobile', await measureLighthouse(url, chromium));
  });
}

const KB = 1000;

/** What the browser has to fetch, gzipped: the first visit, and what each screen adds. */
async function measureBytes(): Promise<Figure[]> {
  await build(clientBuild);
  const { initialScript, initialStyle, screens } = measureBundle();
  const row = (what: string, bytes: number, goal: number): Figure => ({
    what,
    figure: `${(bytes / KB).toFixed(1)} KB`,
    floor: '',
    goal: `≤ ${goal / KB} KB`,
    reached: bytes <= goal,
  });
  return [
    row('script of the first visit', initialScript, BUDGET.initialScript),
    row('styles', initialStyle, BUDGET.initialStyle),
    ...screens.map(({ name, bytes, limit }) => row(`+ ${name}`, bytes, limit)),
  ];
}

const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SHOP = '/#/nandi-vegetables/products';
const RUNS = 5;
const GOAL_S = 4.5;

/** How long a visitor with an empty cache, on a connection of 400 ms and 400 kbit/s, waits until a product can be added. */
async function measureFirstLoad(url: string, executablePath: string): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const seconds: number[] = [];
    for (let run = 0; run < RUNS; run++) seconds.push(await addAfter(browser, url));
    const median = percentile(seconds, 0.5);
    const figure = `${median.toFixed(1)} s`;
    return [{ what: "'Add' on a shop's page", figure, floor: '', goal: `≤ ${GOAL_S} s`, reached: median <= GOAL_S }];
  } finally {
    await browser.close();
  }
}

async function addAfter(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
  const start = performance.now();
  await page.goto(url + SHOP, { waitUntil: 'commit' });
  await addFirstProduct(page);
  const seconds = (performance.now() - start) / 1000;
  await context.close();
  return seconds;
}

async function addFirstProduct(page: Page): Promise<void> {
  const product = page.getByRole('article').first();
  await product.getByRole('button', { name: /^Add/ }).click();
  // The cart's bar says that the click did what it should.
  await page.getByRole('link', { name: 'View Cart' }).waitFor({ timeout: 5000 });
}

// Fetched when it is asked for: with all that it brings it is larger than the rest of the tools together.
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const AUDITS = 3;
const GOAL = 95;

type Report = { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> };
type Audit = { id: string; title: string; score: number | null; displayValue?: string };

/** The median of Lighthouse's scores for a phone, with the audits that cost points in one of the runs. */
async function measureLighthouse(url: string, executablePath: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const profile = mkdtempSync(join(tmpdir(), 'haat-bench-browser-'));
  // One for each: Lighthouse loses the beginning of a load in a browser that it has used before.
  const withBrowser = <Result>(work: (port: number) => Promise<Result>) => inBrowser(executablePath, profile, work);
  const screens = {
    dashboard: '/#/haat/dashboard',
    products: SHOP,
    'product page': `${SHOP}/${await firstProduct(url)}`,
    // Last: with a cart, the other screens show it, too.
    order: '/#/nandi-vegetables/order',
  };
  try {
    for (const [screen, path] of Object.entries(screens)) {
      const reports: Report[] = [];
      try {
        if (screen === 'order') await withBrowser((port) => fillCart(url, port));
        while (reports.length < AUDITS) reports.push(await auditOnce(url + path, withBrowser));
      } catch (error) {
        // The figures of the other screens are worth printing.
        console.log(`${screen}: measured ${reports.length} of ${AUDITS} times: ${String(error)}`);
        figures.push({ what: screen, figure: 'not measured', floor: '', goal: `≥ ${GOAL}`, reached: false });
        continue;
      }
      figures.push(...CATEGORIES.map((category) => scoreOf(screen, category, reports)));
      const failed = reports.flatMap(({ audits }) => Object.values(audits)).filter(({ score }) => (score ?? 1) < 0.9);
      const lines = failed.map(({ id, displayValue = '' }) => `${screen}: ${id} ${displayValue}`);
      console.log([...new Set(lines)].toSorted().join('\n'));
    }
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
  return figures;
}

function scoreOf(screen: string, category: string, reports: Report[]): Figure {
  const scores = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
  const median = percentile(scores, 0.5);
  return {
    what: `${screen}: ${category}`,
    figure: `${median} (${Math.min(...scores)} to ${Math.max(...scores)})`,
    floor: '',
    goal: `≥ ${GOAL}`,
    reached: median >= GOAL,
  };
}

/** Runs `work` beside a browser with this profile, which listens on a port. */
async function inBrowser<Result>(
  executablePath: string,
  profile: string,
  work: (port: number) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const flags = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'];
  const browser = spawn(
    executablePath,
    [...flags, `--user-data-dir=${profile}`, `--remote-debugging-port=${port}`, 'about:blank'],
    { stdio: 'ignore' },
  );
  const ended = once(browser, 'exit');
  try {
    await untilAnswered(`http://127.0.0.1:${port}/json/version`);
    return await work(port);
  } finally {
    browser.kill('SIGTERM');
    await ended;
  }
}

async function firstProduct(url: string): Promise<number> {
  const shop = (await (await fetch(`${url}/api/shops/nandi-vegetables`)).json()) as { id: number };
  const products = (await (await fetch(`${url}/api/products?shopId=${shop.id}`)).json()) as { id: number }[];
  if (!products[0]) throw new Error('The shop of the demo market sells nothing');
  return products[0].id;
}

/** A guest's cart, which Lighthouse leaves in the storage of the browser: it empties its caches only. */
async function fillCart(url: string, port: number): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  if (!page) throw new Error('The browser has no profile');
  await page.goto(url + SHOP);
  await addFirstProduct(page);
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('cart_')));
  await page.close();
  // Orderly: the browser writes its storage to disk with a delay, or when it ends.
  await (await browser.newBrowserCDPSession()).send('Browser.close');
  await browser.close();
}

/**
 * Audits in its own browser, and in another one where the trace misses its beginning (NO_NAVSTART): then there are
 * no figures at all, which says nothing about the page.
 */
async function auditOnce(
  address: string,
  withBrowser: (work: (port: number) => Promise<Report>) => Promise<Report>,
): Promise<Report> {
  const run = () => withBrowser((port) => audit(address, port));
  return run().catch((error: unknown) => {
    if (!String((error as { stderr?: string }).stderr).includes('NO_NAVSTART')) throw error;
    console.log(`${address}: audited again, because its trace had no beginning`);
    return run();
  });
}

async function audit(address: string, port: number): Promise<Report> {
  const flags = ['--output=json', '--quiet', `--only-categories=${CATEGORIES.join(',')}`, `--port=${port}`];
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, address, ...flags], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = JSON.parse(stdout) as Report & { finalDisplayedUrl: string };
  if (report.finalDisplayedUrl !== address) throw new Error(`${address} led to ${report.finalDisplayedUrl}`);
  return report;
}
