/** Why a price is asked about before it is saved: nothing to pay, or ten times more or less than before. */
export type PriceQuestion = 'free' | 'higher' | 'lower';

const FACTOR = 10;

/**
 * Whether a person has to confirm a price; undefined where it is plausible or the same as before. `before` is undefined for
 * what has no price yet. Both in rupees, or both in paise.
 */
export function unusualPrice(before: number | undefined, next: number): PriceQuestion | undefined {
  if (next === before) return undefined;
  if (next === 0) return 'free';
  if (before === undefined || before === 0) return undefined;
  // Hundredths are whole numbers: 1.1 * 10 is a little more than 11.
  const [from, to] = [Math.round(before * 100), Math.round(next * 100)];
  if (to >= from * FACTOR) return 'higher';
  return to * FACTOR <= from ? 'lower' : undefined;
}
