/** How new prices are rounded: not at all, to whole rupees, or to 50 paise. */
export const PRICE_ROUNDINGS = ['none', 'rupee', 'half_rupee'] as const;
export type PriceRounding = (typeof PRICE_ROUNDINGS)[number];

/** A change of many prices. `value`: percent, or rupees; negative to lower them. */
export type PriceChange = { by: 'percent' | 'amount'; value: number; round: PriceRounding };

const STEP_PAISE: Record<PriceRounding, number> = { none: 1, half_rupee: 50, rupee: 100 };

/**
 * The new price in paise: never negative, rounded to the nearest step, with half a step rounded up. A price that does not change
 * is not rounded either.
 */
export function changedPrice(paise: number, { by, value, round }: PriceChange): number {
  // The value has at most two decimals: in hundredths the sum is exact.
  const hundredths = Math.round(value * 100);
  const next = by === 'percent' ? (paise * (10_000 + hundredths)) / 10_000 : paise + hundredths;
  if (next === paise) return paise;
  const step = STEP_PAISE[round];
  return Math.max(0, Math.round(next / step) * step);
}
