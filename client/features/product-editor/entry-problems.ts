import type { CategoryView } from '@haat/contract/api/categories.schema';
import { isProductBarcode } from '@haat/contract/rules/product-barcode';
import { isRupeesText, isStockText } from '@haat/contract/rules/typed-amounts';
import type { TextId } from '../../i18n/text-id.ts';
import type { ChoiceEntry, ProductEntries } from './product-entries.ts';

/** The text of what is wrong, by the name of the field. */
export type EntryProblems = Partial<Record<string, TextId>>;

type Given = { entries: ProductEntries; categories: readonly CategoryView[]; isNew: boolean };

/** The name of a field of one choice; those of the first one are the product's own. */
export function fieldOf(at: number, field: keyof ChoiceEntry): string {
  return at === 0 ? field : `${field}-${at}`;
}

/** The one alert of spec section 5 that what is typed calls for. */
export function alertFor({ entries, categories, isNew }: Given): TextId | undefined {
  const problems = Object.values(entryProblems({ entries, categories, isNew }));
  if (problems.some((problem) => problem !== undefined && MISSING.has(problem))) return 'productForm.fillRequired';
  return problems.includes('productForm.subcategoryInvalid') ? 'productForm.subcategoryInvalid' : undefined;
}

const MISSING = new Set<TextId>([
  'productForm.nameMissing',
  'productForm.categoryMissing',
  'productForm.subcategoryMissing',
  'productForm.unitMissing',
  'productForm.priceMissing',
  'productForm.stockMissing',
]);

/**
 * What keeps the form from being saved, field by field. Of a product that is there an empty price or stock stays as it is.
 * Spec section 5, Add Product and Update Product.
 */
export function entryProblems({ entries, categories, isNew }: Given): EntryProblems {
  const { name, choices, unitPrice, unitStock } = entries;
  const found: EntryProblems = {
    ...(name.trim() === '' ? { name: 'productForm.nameMissing' } : {}),
    ...placeProblems({ entries, categories, isNew }),
    ...wrong('unitPrice', unitPrice.trim() !== '' && !isRupeesText(unitPrice) && 'productForm.priceWrong'),
    ...wrong('unitStock', unitStock.trim() !== '' && !isStockText(unitStock) && 'productForm.stockWrong'),
  };
  const [first] = choices;
  if (isNew && first.unit.trim() === '') found.unit = 'productForm.unitMissing';
  if (isNew && first.stock.trim() === '') found.stock = 'productForm.stockMissing';
  for (const [at] of choices.entries()) Object.assign(found, choiceProblems(choices, at));
  return found;
}

function placeProblems({ entries: { categoryId, subcategoryId }, categories, isNew }: Given): EntryProblems {
  if (categoryId === undefined && !isNew) return { category: 'productForm.categoryMissing' };
  if (subcategoryId === undefined) return { subcategory: 'productForm.subcategoryMissing' };
  const parent = categories.find(({ id }) => id === categoryId);
  const isKnown = parent?.children.some(({ id }) => id === subcategoryId);
  return isKnown ? {} : { subcategory: 'productForm.subcategoryInvalid' };
}

function choiceProblems(choices: readonly ChoiceEntry[], at: number): EntryProblems {
  const choice = choices[at];
  if (!choice) return {};
  const { id, price, mrp, stock, barcode } = choice;
  const field = (name: keyof ChoiceEntry) => fieldOf(at, name);
  const isCheap = isRupeesText(mrp) && isRupeesText(price) && Number(mrp) < Number(price);
  const others = choices.slice(0, at);
  return {
    ...wrong(field('unit'), others.some((each) => isTwin(each, choice)) && 'productForm.twin'),
    ...wrong(field('price'), price.trim() !== '' && !isRupeesText(price) && 'productForm.priceWrong'),
    ...wrong(field('price'), price.trim() === '' && id === undefined && 'productForm.priceMissing'),
    ...wrong(field('stock'), stock.trim() !== '' && !isStockText(stock) && 'productForm.stockWrong'),
    ...wrong(field('mrp'), mrp.trim() !== '' && !isRupeesText(mrp) && 'productForm.priceWrong'),
    ...wrong(field('mrp'), isCheap && 'productForm.mrpBelowPrice'),
    ...wrong(
      field('barcode'),
      barcode.trim() !== '' && !isProductBarcode(barcode.trim()) && 'productForm.barcodeWrong',
    ),
    ...wrong(field('barcode'), others.some((each) => hasSameBarcode(each, choice)) && 'productForm.barcodeTwice'),
  };
}

const wrong = (field: string, problem: TextId | false): EntryProblems => (problem ? { [field]: problem } : {});

const hasSameBarcode = (one: ChoiceEntry, other: ChoiceEntry): boolean =>
  one.barcode.trim() !== '' && one.barcode.trim() === other.barcode.trim();

function isTwin(one: ChoiceEntry, other: ChoiceEntry): boolean {
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  return same(one.size, other.size) && same(one.color, other.color) && same(one.unit, other.unit);
}
