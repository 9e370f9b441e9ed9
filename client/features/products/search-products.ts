import type { ProductView } from '@haat/contract/api/products.schema';
import { foldText, searchWords } from '../../lib/fold-text.ts';
import { otherNames } from './food-words.ts';
import type { Naming } from './shelf.ts';

type NameOf = Naming['nameOf'];
type Word = { word: string; others: readonly string[] };
/** Folded: the name, and all that is known of the product; each as it stands, and as words after a space each. */
type Told = { name: string; nameWords: string; text: string; textWords: string };

/** How well a product answers a search, the best first: the name has the word, begins one with it, has it inside, or something else has it. */
type Rank = 0 | 1 | 2 | 3;

/** What was found, with the rank of each by its id. */
export type Found = { products: readonly ProductView[]; ranks: ReadonlyMap<number, Rank> };

/**
 * The search of a shelf: products whose name, category or description contains every word, or begins a word with another
 * name of the same thing, whatever case and accents. Keeps what it has folded, for a shelf of thousands is searched with
 * every letter.
 */
export function shelfSearch(nameOf: NameOf): (products: readonly ProductView[], search: string) => Found {
  const known = new WeakMap<ProductView, Told>();
  const toldOf = (product: ProductView): Told => {
    const told = known.get(product) ?? tell(product, nameOf);
    known.set(product, told);
    return told;
  };
  return (products, search) => {
    const words = searchWords(search).map((word) => ({ word, others: otherNames(word) }));
    if (words.length === 0) return { products, ranks: new Map() };
    const ranks = new Map<number, Rank>();
    for (const product of products) {
      const rank = rankOf(toldOf(product), words);
      if (rank !== undefined) ranks.set(product.id, rank);
    }
    return { products: products.filter(({ id }) => ranks.has(id)), ranks };
  };
}

/** That of the word which is answered worst; undefined where one is not answered at all. */
function rankOf(told: Told, words: readonly Word[]): Rank | undefined {
  let worst: Rank = 0;
  for (const word of words) {
    const rank = rankOfWord(told, word);
    if (rank === undefined) return undefined;
    if (rank > worst) worst = rank;
  }
  return worst;
}

function rankOfWord({ name, nameWords, text, textWords }: Told, { word, others }: Word): Rank | undefined {
  const all = [word, ...others];
  if (all.some((each) => `${nameWords} `.includes(` ${each} `))) return 0;
  if (all.some((each) => nameWords.includes(` ${each}`))) return 1;
  if (name.includes(word)) return 2;
  return text.includes(word) || others.some((each) => textWords.includes(` ${each}`)) ? 3 : undefined;
}

// Under the names that are shown, and under those that the shop knows them by.
function tell({ name, category_name, subcategory, description }: ProductView, nameOf: NameOf): Told {
  const categories = [category_name, subcategory ?? ''];
  const folded = foldText(name);
  const text = [folded, foldText([...categories, ...categories.map(nameOf), description].join(' '))].join(' ');
  return { name: folded, nameWords: asWords(folded), text, textWords: asWords(text) };
}

const asWords = (text: string): string => ` ${text.replaceAll(/[^\p{L}\p{M}\d]+/gu, ' ').trim()}`;
