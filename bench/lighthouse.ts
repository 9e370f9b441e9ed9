import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Figure } from './print-table.ts';

// Fetched when it is asked for: with all that it brings it is larger than the rest of the tools together.
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const SCREENS = { dashboard: '/#/haat/dashboard', products: '/#/nandi-vegetables/products' };
const GOAL = 95;

type Report = { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> };
type Audit = { id: string; title: string; score: number | null; displayValue?: string };

/** Lighthouse's scores for a phone, with the audits that cost points. */
export async function measureLighthouse(url: string, chromium: string): Promise<Figure[]> {
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
