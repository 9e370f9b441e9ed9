import type { ProductView } from '@haat/contract/catalog/products.calls';
import { foldText, searchWords } from '@haat/contract/fold-text';
import { synonymsOf, wordsWithSynonyms } from '@haat/contract/catalog/synonyms';
import type { NameTranslation } from './catalog-sections.ts';
import { similarTo } from './similar-words.ts';

type NameOf = NameTranslation['nameOf'];
/** The translations of category names and of product names. */
type Names = { nameOf: NameOf; productNameOf: NameOf };
type Word = { word: string; others: readonly string[] };
/** Case- and accent-folded: the name, and all text of the product; each as a string and as words after a space each. */
type SearchText = { name: string; nameWords: string; text: string; textWords: string };

/** Lower is better: 0 a word of the name, 1 the beginning of one, 2 inside the name, 3 elsewhere. */
type Rank = 0 | 1 | 2 | 3;

/** The matching products, and the rank of each by its id. `isSimilar`: none matches; these are spelled similarly. */
export type SearchResult = { products: readonly ProductView[]; ranks: ReadonlyMap<number, Rank>; isSimilar?: true };

/**
 * Searches a catalog: finds products whose name, category or description contains every word, or starts a word with a
 * synonym of it, ignoring case and accents. If none does, finds products with words of similar spelling. Folded texts are
 * cached, because each typed letter searches thousands of products.
 */
export function catalogSearch(names: Names): (products: readonly ProductView[], search: string) => SearchResult {
  const known = new WeakMap<ProductView, SearchText>();
  const searchTextOf = (product: ProductView): SearchText => {
    const searchText = known.get(product) ?? toSearchText(product, names);
    known.set(product, searchText);
    return searchText;
  };
  return (products, search) => {
    const words = searchWords(search).map((word) => ({ word, others: synonymsOf(word) }));
    if (words.length === 0) return { products, ranks: new Map() };
    const ranks = new Map<number, Rank>();
    for (const product of products) {
      const rank = rankOf(searchTextOf(product), words);
      if (rank !== undefined) ranks.set(product.id, rank);
    }
    if (ranks.size > 0) return { products: products.filter(({ id }) => ranks.has(id)), ranks };
    const similar = similarProducts(
      products.map((product) => [product, searchTextOf(product)]),
      words,
    );
    return { products: similar, ranks: new Map(similar.map(({ id }) => [id, 1])), isSimilar: true };
  };
}

/** The products of which each word matches, or is in the name or a synonym of it with typing errors. */
function similarProducts(products: readonly [ProductView, SearchText][], words: readonly Word[]): ProductView[] {
  const typed = words.map(({ word, others }) => {
    const isSimilar = similarTo(word);
    const meant = wordsWithSynonyms().filter(isSimilar).flatMap(synonymsOf);
    return { word: { word, others: [...others, ...meant] }, isSimilar };
  });
  return products
    .filter(([, searchText]) => {
      const names = searchText.nameWords.trim().split(' ');
      return typed.every(({ word, isSimilar }) => rankOfWord(searchText, word) !== undefined || names.some(isSimilar));
    })
    .map(([product]) => product);
}

/** The rank of the worst matching word; undefined if one does not match. */
function rankOf(searchText: SearchText, words: readonly Word[]): Rank | undefined {
  let worst: Rank = 0;
  for (const word of words) {
    const rank = rankOfWord(searchText, word);
    if (rank === undefined) return undefined;
    if (rank > worst) worst = rank;
  }
  return worst;
}

function rankOfWord({ name, nameWords, text, textWords }: SearchText, { word, others }: Word): Rank | undefined {
  const all = [word, ...others];
  if (all.some((each) => `${nameWords} `.includes(` ${each} `))) return 0;
  if (all.some((each) => nameWords.includes(` ${each}`))) return 1;
  if (name.includes(word)) return 2;
  return text.includes(word) || others.some((each) => textWords.includes(` ${each}`)) ? 3 : undefined;
}

// Translated and original names.
function toSearchText(
  { name, category_name, subcategory, description }: ProductView,
  { nameOf, productNameOf }: Names,
): SearchText {
  const categories = [category_name, subcategory ?? ''];
  const translated = productNameOf(name);
  const folded = foldText(translated === name ? name : `${name} ${translated}`);
  const text = [folded, foldText([...categories, ...categories.map(nameOf), description].join(' '))].join(' ');
  return { name: folded, nameWords: asWords(folded), text, textWords: asWords(text) };
}

const asWords = (text: string): string => ` ${text.replaceAll(/[^\p{L}\p{M}\d]+/gu, ' ').trim()}`;
