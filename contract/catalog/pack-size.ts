import { plainDigits } from '../plain-digits.ts';

/** The measures that packs are compared by. */
export type Measure = 'kg' | 'l' | 'piece';

/** How many kilograms, litres or pieces are in a pack. */
export type PackSize = { quantity: number; per: Measure };

/** How much of its measure each unit is, with the spellings that shops use. */
const UNITS: readonly [per: Measure, share: number, name: RegExp][] = [
  ['kg', 1, /^(?:k(?:g|ilo|ilogram)s?|किलो(?:ग्राम)?|किग्रा)$/],
  ['kg', 0.001, /^(?:g(?:m|r|ram)?s?|ग्राम?)$/],
  ['l', 1, /^(?:l(?:t|tr|itre|iter)?s?|ली(?:टर)?|लिटर)$/],
  ['l', 0.001, /^(?:mls?|मि(?:ली|लि)(?:लीटर)?)$/],
  ['piece', 1, /^(?:p(?:c|iece)s?|नग|पीस)$/],
  ['piece', 12, /^(?:doz(?:en)?|दर्जन)$/],
];

const QUARTERS = '¼½¾';

// `500 g`, `1.5 L`, `dozen`, `pack of 4`, `flask of 500 ml`, `4 * 150 g`, `1/2 kg`.
const SIZE =
  /^(?:\p{L}+ of (?=\d))?(?:(?<packs>\d+) ?[*x×] ?)?(?<amount>\d+(?:\.\d+)?)?(?:\/(?<parts>\d+))? ?(?<unit>[\p{L}\p{M}]+)?$/u;

/** The size of a pack as shops write it, in English or Hindi; undefined for a text without one. */
export function packSizeOf(text: string): PackSize | undefined {
  const plain = plainDigits(text.trim().toLowerCase())
    .replace(/(\d*) ?([¼½¾])/, (_, whole: string, part: string) =>
      String(Number(whole) + (QUARTERS.indexOf(part) + 1) / 4),
    )
    .replaceAll(/([\p{L}\p{M}])\./gu, '$1')
    .replaceAll(/\s+/g, ' ');
  const { packs = '1', amount, parts = '1', unit } = SIZE.exec(plain)?.groups ?? {};
  if (amount === undefined && unit === undefined) return undefined;
  const found = UNITS.find(([, , name]) => name.test(unit ?? 'piece'));
  if (!found) return undefined;
  const [per, share] = found;
  const quantity = (Number(packs) * Number(amount ?? 1) * share) / Number(parts);
  return quantity > 0 && Number.isFinite(quantity) ? { quantity, per } : undefined;
}

/** Paise for one kilogram, litre or piece. */
type UnitPrice = { paise: number; per: Measure };

/**
 * The price of a kilogram, a litre or a piece when `unitName` costs `pricePaise`, to the nearest paisa; undefined if the name
 * contains no quantity, or exactly one of its measure.
 */
export function unitPriceOf(unitName: string, pricePaise: number): UnitPrice | undefined {
  const { quantity, per } = packSizeOf(unitName) ?? {};
  if (per === undefined || quantity === undefined || quantity === 1) return undefined;
  return { paise: Math.round(pricePaise / quantity), per };
}

/** How shops write a pack size, in lower case without blanks. */
export function sizeSpellings({ quantity, per }: PackSize): string[] {
  const names: Record<Measure, [share: number, names: string][]> = {
    kg: [
      [1, 'kg kgs kilo किलो'],
      [0.001, 'g gm gms gram grams ग्राम'],
    ],
    l: [
      [1, 'l ltr ltrs litre liter लीटर'],
      [0.001, 'ml मिली'],
    ],
    piece: [
      [1, 'piece pieces pcs pc'],
      [12, 'dozen'],
    ],
  };
  return names[per].flatMap(([share, units]) => {
    const amount = Number((quantity / share).toPrecision(9));
    const amounts = [String(amount), ...(amount === 0.5 ? ['½', '1/2'] : amount === 0.25 ? ['¼', '1/4'] : [])];
    return units.split(' ').flatMap((unit) => [...amounts.map((each) => each + unit), ...(amount === 1 ? [unit] : [])]);
  });
}
