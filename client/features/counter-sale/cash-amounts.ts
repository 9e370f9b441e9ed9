const NOTES_PAISE = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000];
const MOST = 4;

/** The sums that a customer is likely to hand over instead of the exact one, in paise: the next ones in round notes. */
export function cashAmounts(totalPaise: number): number[] {
  const sums = NOTES_PAISE.map((note) => Math.ceil(totalPaise / note) * note);
  return [...new Set(sums)]
    .filter((sum) => sum > totalPaise)
    .toSorted((a, b) => a - b)
    .slice(0, MOST);
}
