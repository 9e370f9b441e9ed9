import { percentile } from './percentile.ts';

const ROUNDS = 300;

/** Half and nearly all of the times, in words. */
export const said = (times: number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`;

/** How many ms each of 300 reads took, one after another, after 30 that nobody counts. */
export async function timesOf(read: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < 30; warm++) await read();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    await read();
    times.push(performance.now() - from);
  }
  return times;
}
