import { buildClient } from '../scripts/app/build-client.ts';
import { measureBundle } from '../scripts/app/bundle-sizes.ts';
import type { Figure } from './print-table.ts';

const INITIAL = 130_000;
const SCREEN = 25_000;

/** What the browser has to fetch, gzipped: the first visit, and what each screen adds. */
export async function measureBytes(): Promise<Figure[]> {
  await buildClient();
  const { initialScript, initialStyle, screens } = measureBundle();
  const row = (what: string, bytes: number, goal: number): Figure => ({
    what,
    figure: `${(bytes / 1000).toFixed(1)} KB`,
    floor: '',
    goal: `≤ ${goal / 1000} KB`,
    reached: bytes <= goal,
  });
  return [
    row('script of the first visit', initialScript, INITIAL),
    row('styles', initialStyle, 15_000),
    ...screens.map(({ name, bytes }) => row(`+ ${name}`, bytes, SCREEN)),
  ];
}
