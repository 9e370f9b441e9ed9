import type { ProductView } from '@haat/contract/api/products';
import { foldText, searchWords } from '../../lib/fold-text.ts';
import type { NameTranslation } from './catalog-sections.ts';

type NameOf = NameTranslation['nameOf'];
/** The translations of category names and of product names. */
type Names = { nameOf: NameOf; productNameOf: NameOf };
type Word = { word: string; others: readonly string[] };
/** Case- and accent-folded: the name, and all text of the product; each as a string and as words after a space each. */
type SearchText = { name: string; nameWords: string; text: string; textWords: string };

/** Lower is better: 0 a word of the name, 1 the beginning of one, 2 inside the name, 3 elsewhere. */
type Rank = 0 | 1 | 2 | 3;

/** The matching products, and the rank of each by its id. */
export type SearchResult = { products: readonly ProductView[]; ranks: ReadonlyMap<number, Rank> };

/**
 * Searches a catalog: finds products whose name, category or description contains every word, or starts a word with a
 * synonym of it, ignoring case and accents. Folded texts are cached, because each typed letter searches thousands of
 * products.
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
    return { products: products.filter(({ id }) => ranks.has(id)), ranks };
  };
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

/** Synonyms across Indian kitchens, in Latin letters as people type them and in Devanagari. */
const SYNONYMS = [
  'tomato tamatar टमाटर',
  'onion pyaz pyaaz kanda प्याज',
  'potato aloo alu आलू',
  'garlic lahsun लहसुन',
  'ginger adrak अदरक',
  'carrot gajar गाजर',
  'brinjal eggplant baingan बैंगन',
  'okra bhindi भिंडी',
  'cauliflower gobi gobhi गोभी',
  'spinach palak पालक',
  'coriander dhaniya dhania धनिया',
  'chilli chili mirchi mirch मिर्च',
  'lemon nimbu नींबू',
  'banana kela केला',
  'mango aam आम',
  'coconut nariyal नारियल',
  'rice chawal चावल',
  'wheat atta gehun आटा',
  'lentil dal daal दाल',
  'sugar cheeni chini shakkar चीनी',
  'salt namak नमक',
  'jaggery gur gud गुड़',
  'oil tel तेल',
  'milk doodh dudh दूध',
  'curd yoghurt yogurt dahi दही',
  'butter makhan मक्खन',
  'ghee घी',
  'paneer पनीर',
  'egg anda अंडा',
  'bread double-roti ब्रेड',
  'tea chai चाय',
  'fish machli machhli मछली',
  'chicken murgi चिकन',
  'soap sabun साबुन',
  'flower phool फूल',
].map((line) => foldText(line).split(' '));

/** Synonyms of a word; a word of four letters or more may be incomplete. */
function synonymsOf(word: string): readonly string[] {
  const isMeant = (name: string) => name === word || (word.length >= 4 && name.startsWith(word));
  return SYNONYMS.filter((names) => names.some(isMeant)).flat();
}
