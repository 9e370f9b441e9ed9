/** The highest total, in paise, for which a multiple of this note is suggested. */
const ROUNDED_TO = [
  { paise: 1_000, upTo: Infinity },
  { paise: 5_000, upTo: Infinity },
  { paise: 10_000, upTo: Infinity },
  // One note of 200 rupees; instead of two, customers give one of 500.
  { paise: 20_000, upTo: 20_000 },
  { paise: 50_000, upTo: Infinity },
] as const;
/** Four notes of 500 rupees are given for more than a thousand. */
const FOUR_LARGEST = { paise: 200_000, above: 100_000 };

/** The sums that a customer is likely to hand over instead of the exact one, in paise, the smallest first. */
export function cashAmounts(totalPaise: number): number[] {
  const sums = ROUNDED_TO.filter(({ upTo }) => totalPaise <= upTo).map(
    ({ paise }) => Math.ceil(totalPaise / paise) * paise,
  );
  if (totalPaise > FOUR_LARGEST.above) sums.push(Math.ceil(totalPaise / FOUR_LARGEST.paise) * FOUR_LARGEST.paise);
  return [...new Set(sums)].filter((sum) => sum > totalPaise).toSorted((a, b) => a - b);
}
