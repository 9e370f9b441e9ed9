import type { ProductView } from '@haat/contract/catalog/products.calls';
import { kindOf } from '@haat/contract/catalog/brands';
import { foldText } from '@haat/contract/fold-text';
import { readSearch, type SearchWord, soundsLike } from '@haat/contract/catalog/search-words';
import { synonymsOf, wordsWithSynonyms } from '@haat/contract/catalog/synonyms';
import type { NameTranslation } from './catalog-sections.ts';
import { similarTo } from './similar-words.ts';

type NameOf = NameTranslation['nameOf'];
/** The translations of category names and of product names. */
type Names = { nameOf: NameOf; productNameOf: NameOf };
type Word = Pick<SearchWord, 'word' | 'counts'> & { others: readonly string[] };
/** Case- and accent-folded: the name, and all text of the product; each as a string and as words after a space each. */
type SearchText = { name: string; nameWords: string; text: string; textWords: string };

/** Lower is better: 0 a word of the name, 1 the beginning of one, 2 inside the name, 3 elsewhere. */
type Rank = 0 | 1 | 2 | 3;

/**
 * The matching products, and the rank of each by its id. `isSimilar`: none matches; these are spelled similarly. `instead`: the words
 * that nothing has, and the words by which the products were found.
 */
export type SearchResult = {
  products: readonly ProductView[];
  ranks: ReadonlyMap<number, Rank>;
  isSimilar?: true;
  instead?: { missing: string[]; showing: string[] };
};

/**
 * Searches a catalog: finds products whose name, category or description contains every word, or starts a word with a
 * synonym of it, ignoring case and accents. If none does, finds products with words of similar spelling, then products with the
 * other words, and for a brand what it is known for. Folded texts are cached, because each typed letter searches thousands of
 * products.
 */
export function catalogSearch(names: Names): (products: readonly ProductView[], search: string) => SearchResult {
  const known = new WeakMap<ProductView, SearchText>();
  const searchTextOf = (product: ProductView): SearchText => {
    const searchText = known.get(product) ?? toSearchText(product, names);
    known.set(product, searchText);
    return searchText;
  };
  return (products, search) => searchCatalog(products, readSearch(search).words.map(toWord), searchTextOf);
}

const toWord = ({ word, forms, exact, counts }: SearchWord): Word => ({ word, counts, others: [...forms, ...exact] });

type TextOf = (product: ProductView) => SearchText;

function searchCatalog(products: readonly ProductView[], words: readonly Word[], textOf: TextOf): SearchResult {
  if (words.length === 0) return { products, ranks: new Map() };
  const needed = words.filter(({ counts }) => counts !== 'as form');
  const found = withAll(products, needed, textOf);
  if (found.products.length > 0) return found;
  const similar = similarProducts(
    products.map((product) => [product, textOf(product)]),
    needed,
  );
  if (similar.length > 0)
    return { products: similar, ranks: new Map(similar.map(({ id }) => [id, 1])), isSimilar: true };
  const strong = needed.filter(({ counts }) => counts === 'fully');
  const [there, missing] = divide(strong, (word) =>
    products.some((product) => rankOfWord(textOf(product), word) !== undefined),
  );
  if (there.length > 0 && there.length < needed.length) {
    const some = searchCatalog(products, there, textOf);
    return missing.length === 0
      ? some
      : { ...some, instead: { missing: missing.map(wordOf), showing: there.map(wordOf) } };
  }
  if (there.length > 0) return withAny(products, there, textOf);
  const kind = strong.map(({ word }) => kindOf(word)).find((each) => each !== undefined);
  if (kind === undefined) return { products: [], ranks: new Map(), isSimilar: true };
  return {
    ...searchCatalog(products, readSearch(kind).words.map(toWord), textOf),
    instead: { missing: strong.map(wordOf), showing: [kind] },
  };
}

const wordOf = ({ word }: Word): string => word;

function divide(words: readonly Word[], isThere: (word: Word) => boolean): [there: Word[], missing: Word[]] {
  return [words.filter(isThere), words.filter((word) => !isThere(word))];
}

function withAll(products: readonly ProductView[], words: readonly Word[], textOf: TextOf): SearchResult {
  const ranks = new Map<number, Rank>();
  for (const product of products) {
    const rank = rankOf(textOf(product), words);
    if (rank !== undefined) ranks.set(product.id, rank);
  }
  return { products: products.filter(({ id }) => ranks.has(id)), ranks };
}

/** The products of each word, where none has all of them. */
function withAny(products: readonly ProductView[], words: readonly Word[], textOf: TextOf): SearchResult {
  const ranks = new Map(words.flatMap((word) => [...withAll(products, [word], textOf).ranks]));
  return { products: products.filter(({ id }) => ranks.has(id)), ranks };
}

/** The products of which each word matches, or is in the name or a synonym of it with typing errors. */
function similarProducts(products: readonly [ProductView, SearchText][], words: readonly Word[]): ProductView[] {
  const typed = words.map(({ word, others, counts }) => {
    const isNear = similarTo(word);
    const isSimilar = (other: string) => isNear(other) || soundsLike(word, other);
    const meant = wordsWithSynonyms().filter(isSimilar).flatMap(synonymsOf);
    return { word: { word, counts, others: [...others, ...meant] }, isSimilar };
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
