import type { CategoryView } from '@haat/contract/catalog/products.calls';
import { isItemCode, isSameBarcode } from '@haat/contract/catalog/barcode';
import { FSSAI_LICENCE, isRupeesText } from '@haat/contract/catalog/product-input';
import { keptBySize, readStock } from '@haat/contract/catalog/stock-unit';
import type { TextId } from '../../../i18n/use-text.ts';
import { keptOfVariant, type ProductFormValues, typedStock, type VariantValues } from './product-form-values.ts';

/** Problems by field name. */
export type FieldProblems = Partial<Record<string, TextId>>;

type Given = { values: ProductFormValues; categories: readonly CategoryView[]; isNew: boolean };

/** The field name of a variant's value; the first variant's have no index. */
export function fieldOf(at: number, field: keyof VariantValues): string {
  return at === 0 ? field : `${field}-${at}`;
}

/** The alert that the problems call for, if any. */
export function alertFor({ values, categories, isNew }: Given): TextId | undefined {
  const problems = Object.values(validateProduct({ values, categories, isNew }));
  if (problems.some((problem) => problem !== undefined && MISSING.has(problem))) return 'productForm.fillRequired';
  return problems.includes('productForm.subcategoryInvalid') ? 'productForm.subcategoryInvalid' : undefined;
}

/** The labels of the fields that are required and empty, each once. */
export function missingFields(given: Given): TextId[] {
  const labels = Object.values(validateProduct(given)).flatMap((problem) => MISSING.get(problem as TextId) ?? []);
  return [...new Set(labels)];
}

/** The name of each missing field, by its problem text. */
const MISSING = new Map<TextId, TextId>([
  ['productForm.nameMissing', 'productForm.name'],
  ['productForm.categoryMissing', 'productForm.category'],
  ['productForm.subcategoryMissing', 'productForm.subcategory'],
  ['productForm.unitMissing', 'productForm.unit'],
  ['productForm.priceMissing', 'productForm.price'],
  ['productForm.stockMissing', 'productForm.stock'],
]);

/** Why the form cannot be saved, by field. An empty price or stock of a stored product is left unchanged. */
export function validateProduct({ values, categories, isNew }: Given): FieldProblems {
  const { name, variants, unitPrice, unitStock, fssai_licence: licence } = values;
  const found: FieldProblems = {
    ...(name.trim() === '' ? { name: 'productForm.nameMissing' } : {}),
    ...validateCategory({ values, categories, isNew }),
    ...wrong('unitPrice', unitPrice.trim() !== '' && !isRupeesText(unitPrice) && 'productForm.priceWrong'),
    ...wrong('unitStock', stockProblem(variants[0], unitStock)),
  };
  Object.assign(
    found,
    wrong('fssai_licence', licence.trim() !== '' && !FSSAI_LICENCE.test(licence.trim()) && 'productForm.fssaiWrong'),
  );
  const [first] = variants;
  if (isNew && first.unit.trim() === '') found.unit = 'productForm.unitMissing';
  if (isNew && first.stock.trim() === '') found.stock = 'productForm.stockMissing';
  for (const [at] of variants.entries()) Object.assign(found, validateVariant(variants, at));
  return found;
}

function validateCategory({ values: { categoryId, subcategoryId }, categories, isNew }: Given): FieldProblems {
  if (categoryId === undefined && !isNew) return { category: 'productForm.categoryMissing' };
  if (subcategoryId === undefined) return { subcategory: 'productForm.subcategoryMissing' };
  const parent = categories.find(({ id }) => id === categoryId);
  const isKnown = parent?.children.some(({ id }) => id === subcategoryId);
  return isKnown ? {} : { subcategory: 'productForm.subcategoryInvalid' };
}

function validateVariant(variants: readonly VariantValues[], at: number): FieldProblems {
  const variant = variants[at];
  if (!variant) return {};
  const { id, price, mrp, stock, barcode } = variant;
  const field = (name: keyof VariantValues) => fieldOf(at, name);
  const isCheap = isRupeesText(mrp) && isRupeesText(price) && Number(mrp) < Number(price);
  const others = variants.slice(0, at);
  return {
    ...wrong(field('unit'), others.some((each) => isTwin(each, variant)) && 'productForm.twin'),
    ...wrong(field('price'), price.trim() !== '' && !isRupeesText(price) && 'productForm.priceWrong'),
    ...wrong(field('price'), price.trim() === '' && id === undefined && 'productForm.priceMissing'),
    ...wrong(field('stock'), stockProblem(variant, stock)),
    ...wrong(field('mrp'), mrp.trim() !== '' && !isRupeesText(mrp) && 'productForm.priceWrong'),
    ...wrong(field('mrp'), isCheap && 'productForm.mrpBelowPrice'),
    ...wrong(field('barcode'), barcode.trim() !== '' && !isItemCode(barcode.trim()) && 'productForm.barcodeWrong'),
    ...wrong(field('barcode'), others.some((each) => hasSameBarcode(each, variant)) && 'productForm.barcodeTwice'),
  };
}

/** Why a typed stock cannot be saved; an empty one can. */
function stockProblem(variant: VariantValues, text: string): TextId | false {
  if (text.trim() === '') return false;
  const kept = keptOfVariant(variant);
  const typed = typedStock(variant, text);
  const isWeight = readStock(text, kept)?.unit !== undefined && readStock(text, kept)?.unit !== 'piece';
  if (kept?.stockUnit === 'piece' && isWeight) return 'productForm.stockInPieces';
  if (!typed) return kept && kept.stockUnit !== 'piece' ? 'productForm.stockWeightWrong' : 'productForm.stockWrong';
  const size = keptBySize(variant.unit.trim() || variant.size);
  return !kept && isWeight && size?.stockUnit !== typed.unit && 'productForm.stockNeedsUnit';
}

const wrong = (field: string, problem: TextId | false): FieldProblems => (problem ? { [field]: problem } : {});

const hasSameBarcode = (one: VariantValues, other: VariantValues): boolean =>
  one.barcode.trim() !== '' && isSameBarcode(one.barcode.trim(), other.barcode.trim());

function isTwin(one: VariantValues, other: VariantValues): boolean {
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  return same(one.size, other.size) && same(one.color, other.color) && same(one.unit, other.unit);
}
