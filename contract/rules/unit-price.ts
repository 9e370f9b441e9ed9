/** What a price is compared by: a kilogram, a litre or a single piece. */
export type Measure = 'kg' | 'l' | 'piece';

/** Paise for one kilogram, litre or piece. */
export type UnitPrice = { paise: number; per: Measure };

/** How many of its measure one unit is. */
const UNITS: Record<string, { per: Measure; share: number }> = {
  kg: { per: 'kg', share: 1 },
  g: { per: 'kg', share: 0.001 },
  l: { per: 'l', share: 1 },
  ml: { per: 'l', share: 0.001 },
  dozen: { per: 'piece', share: 12 },
  piece: { per: 'piece', share: 1 },
  pieces: { per: 'piece', share: 1 },
};

// `500 g`, `1.5 L`, `dozen`, `6 pieces`, `pack of 4`, `flask of 500 ml`.
const QUANTITY = /^(?:\p{L}+ of (?=\d))?(?<amount>\d+(?:\.\d+)?)? ?(?<unit>\p{L}+)?$/u;

/**
 * What a kilogram, a litre or a piece costs when `unitName` costs `pricePaise`, to the nearest paisa; undefined where the
 * name tells no quantity, or exactly one, whose price is known already. Spec section 3, unit price.
 */
export function unitPriceOf(unitName: string, pricePaise: number): UnitPrice | undefined {
  const { amount, unit } = QUANTITY.exec(unitName.trim())?.groups ?? {};
  if (amount === undefined && unit === undefined) return undefined;
  const measure = UNITS[unit?.toLowerCase() ?? 'piece'];
  const quantity = Number(amount ?? 1) * (measure?.share ?? 0);
  if (!measure || quantity === 0 || quantity === 1) return undefined;
  return { paise: Math.round(pricePaise / quantity), per: measure.per };
}
