import { buildClient } from '../scripts/app/build-client.ts';
import { BUDGET, measureBundle } from '../scripts/app/bundle-sizes.ts';
import type { Figure } from './print-table.ts';

const KB = 1000;

/** What the browser has to fetch, gzipped: the first visit, and what each screen adds. */
export async function measureBytes(): Promise<Figure[]> {
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
