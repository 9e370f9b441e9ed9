import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { findOrInstallChromium } from '../../tools/check/machine-tools.ts';
import { type Figure, isNamed, isSelected, printTable } from './measure.ts';
import { withProduct } from './programs.ts';
import { buildClient } from '../../tools/app/build-client.ts';
import { BUDGET, measureBundle } from '../../tools/app/bundle-sizes.ts';

/** The parts that look at pages in a browser. */
export async function measurePages(): Promise<void> {
  if (isSelected('bundle')) printTable('Bytes, gzipped', await measureBytes());
  if (!isSelected('first-load') && !isNamed('lighthouse')) return;
  const chromium = findOrInstallChromium();
  if (!chromium) {
    console.log('Pages are not measured: Chromium was not found. Install it, or set CHROMIUM_PATH.');
    return;
  }
  await withProduct(async (url) => {
    if (isSelected('first-load')) printTable('First visit, 400 ms, 400 kbit/s', await measureFirstLoad(url, chromium));
    if (isNamed('lighthouse')) printTable('Lighthouse, mobile', await measureLighthouse(url, chromium));
  });
}

const KB = 1000;

/** What the browser has to fetch, gzipped: the first visit, and what each screen adds. */
async function measureBytes(): Promise<Figure[]> {
  await buildClient();
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
    ...screens.map(({ name, bytes }) => row(`+ ${name}`, bytes, BUDGET.screen)),
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
    const median = seconds.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN;
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
  const product = page.getByRole('article').first();
  await product.getByRole('button', { name: /^Add/ }).click();
  // The cart's bar says that the click did what it should.
  await page.getByRole('link', { name: 'View Cart' }).waitFor({ timeout: 5000 });
  const seconds = (performance.now() - start) / 1000;
  await context.close();
  return seconds;
}

// Fetched when it is asked for: with all that it brings it is larger than the rest of the tools together.
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const SCREENS = { dashboard: '/#/haat/dashboard', products: '/#/nandi-vegetables/products' };
const GOAL = 95;

type Report = { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> };
type Audit = { id: string; title: string; score: number | null; displayValue?: string };

/** Lighthouse's scores for a phone, with the audits that cost points. */
async function measureLighthouse(url: string, chromium: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [screen, path] of Object.entries(SCREENS)) {
    const report = await audit(url + path, chromium);
    for (const category of CATEGORIES) {
      const score = Math.round((report.categories[category]?.score ?? 0) * 100);
      figures.push({
        what: `${screen}: ${category}`,
        figure: `${score}`,
        floor: '',
        goal: `≥ ${GOAL}`,
        reached: score >= GOAL,
      });
    }
    const failed = Object.values(report.audits).filter(({ score }) => score !== null && score < 0.9);
    console.log(failed.map(({ id, displayValue = '' }) => `${screen}: ${id} ${displayValue}`).join('\n'));
  }
  return figures;
}

async function audit(address: string, chromium: string): Promise<Report> {
  const flags = ['--output=json', '--quiet', `--only-categories=${CATEGORIES.join(',')}`];
  const browser = '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage';
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, address, ...flags, browser], {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Report;
}
