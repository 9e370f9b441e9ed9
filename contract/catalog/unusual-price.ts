/** Why a price must be confirmed before it is saved: it is 0, or at least ten times higher or lower than before. */
export type PriceQuestion = 'free' | 'higher' | 'lower';

const FACTOR = 10;

/**
 * Why a person has to confirm a price; undefined if it is plausible or unchanged. `before` is undefined if there was no price
 * yet. Both in rupees, or both in paise.
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
