import { foldText } from '@haat/contract/fold-text';
import { packSizeOf } from '@haat/contract/catalog/pack-size';
import { isSame } from './import-row.ts';

/** A category, unit or size that the shop can use. `path`: `Dairy`, and `Dairy › Ghee` for a subcategory. */
export type KnownName = { path: string; nameHi: string | null };

export const PATH_SIGN = ' › ';

/** The category of a file's name among the known ones: one of the same words, or the only one that has them as a part. */
export function guessCategory(name: string, known: readonly KnownName[]): string | undefined {
  const [category = '', subcategory] = name.split(PATH_SIGN);
  const isTop = ({ path }: KnownName) => !path.includes(PATH_SIGN);
  if (subcategory === undefined) return guessAmong(category, known.filter(isTop)) ?? guessAmong(category, known);
  const top = known.some(({ path }) => isSame(path, category)) ? category : guessAmong(category, known.filter(isTop));
  if (top === undefined) return undefined;
  const within = known.filter(({ path }) => isSame(path.split(PATH_SIGN)[0], top) && path.includes(PATH_SIGN));
  return guessAmong(subcategory, within) ?? `${top}${PATH_SIGN}${subcategory}`;
}

function guessAmong(name: string, known: readonly KnownName[]): string | undefined {
  const parts = partsOf(name);
  if (parts.length === 0) return undefined;
  const ofKnown = known.map(({ path, nameHi }) => ({
    path,
    names: [path.split(PATH_SIGN).at(-1) ?? '', nameHi ?? ''].map(partsOf),
  }));
  const having = ofKnown.filter(({ names }) => names.some((all) => parts.every((part) => all.includes(part))));
  const equal = having.filter(({ names }) => names.some((all) => all.length === parts.length));
  const [found, ...others] = equal.length > 0 ? equal : having;
  return others.length === 0 ? found?.path : undefined;
}

/** The parts of a name in the singular: `Dals & pulses` has `dal` and `pulse`. */
const partsOf = (name: string): string[] =>
  foldText(name)
    .split(/\s*(?:[&,/+]|\band\b|(?<=\s)और(?=\s))\s*/)
    .map((part) =>
      part
        .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .replace(/ items?$/, '')
        .trim()
        .replace(/(?:(?<=[^s])s|ें|ियां|ियाँ)$/, ''),
    )
    .filter((part) => part !== '');

// The names of the shared units, and what programs and shops write for them.
const UNIT_WORDS: Record<string, string> = {
  kg: 'kg kgs kilo kilos kilogram kilograms किलो किलोग्राम किग्रा',
  g: 'g gm gms gram grams grm grms ग्राम',
  litre: 'l lt lts ltr ltrs liter liters litre litres लीटर लिटर',
  ml: 'ml mls मिली मिलीलीटर',
  metre: 'm mt mtr mtrs meter meters metre metres मीटर',
  piece: 'pc pcs piece pieces no nos number numbers nag each ea unit units नग पीस',
  packet: 'pkt pkts packet packets pkg pouch pouches पैकेट',
  dozen: 'dz dzn doz dozen dozens दर्जन',
  bottle: 'btl btls bot bottle bottles बोतल',
  box: 'bx box boxes डिब्बा',
  jar: 'jar jars जार',
  tin: 'tin tins टिन',
  pair: 'pr prs pair pairs जोड़ी',
  sachet: 'sachet sachets',
  bunch: 'bunch bunches',
};
const UNIT_NAMED = new Map(
  Object.entries(UNIT_WORDS).flatMap(([unit, words]) =>
    words.split(' ').map((word) => [foldText(word), unit] as const),
  ),
);
const MEASURES = ['kg', 'g', 'litre', 'ml', 'metre', 'dozen'];

/** Whether a word, such as `Nos` or `PKT`, is a unit of which one is one item. */
export function isCounted(word: string): boolean {
  const unit = UNIT_NAMED.get(foldText(word));
  return unit !== undefined && !MEASURES.includes(unit);
}

/** How units are written behind a number. */
const BEHIND: Record<string, string> = { litre: 'L', piece: 'pieces', metre: 'm' };

/** The unit that is meant, in the spelling of the shared ones: `500gms` as `500 g`, `PKTS` as `packet`. */
export function guessUnit(name: string, known: readonly KnownName[]): string | undefined {
  const inHindi = known.find(({ nameHi }) => isSame(nameHi, name))?.path;
  if (inHindi !== undefined) return inHindi;
  // As in `PKT-PACKETS` of accounting programs.
  const plain = foldText(name).replaceAll('.', (point, at: number, whole: string) =>
    /\d/.test(whole[at + 1] ?? '') ? point : '',
  );
  const word = UNIT_NAMED.get(plain.replace(/-.*$/, '').trim());
  if (word !== undefined) return word;
  const size = packSizeOf(name);
  if (!size || !/[\d०-९¼½¾]/.test(name)) return undefined;
  const shared = known.find(({ path }) => {
    const other = /\d/.test(path) ? packSizeOf(path) : undefined;
    return other?.per === size.per && Math.abs(other.quantity - size.quantity) < 1e-9;
  });
  if (shared) return shared.path;
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*([\p{L}\p{M}]+)$/u.exec(plain) ?? [];
  const spelled = UNIT_NAMED.get(unit);
  return amount === undefined || spelled === undefined ? undefined : `${Number(amount)} ${BEHIND[spelled] ?? spelled}`;
}

const SIZE_WORDS: Record<string, string> = {
  XS: 'x-small,xsmall,extra small',
  XL: 'x-large,xlarge,extra large',
  XXL: '2xl,xx-large,xxlarge',
  '3XL': 'xxxl,xxx-large',
  'Free size': 'free,freesize,free-size,one size,onesize,fs',
};

/** The size that is meant, in the spelling of the shared ones. */
export function guessSize(name: string, known: readonly KnownName[]): string | undefined {
  const same = known.find(({ path, nameHi }) => isSame(path, name) || isSame(nameHi, name));
  const word = foldText(name).trim();
  return same?.path ?? Object.keys(SIZE_WORDS).find((size) => SIZE_WORDS[size]?.split(',').includes(word));
}
