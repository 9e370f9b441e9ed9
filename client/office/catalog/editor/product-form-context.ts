import type { CategoryView, NamedView, ShopProduct } from '@haat/contract/catalog/products.calls';
import { createContext, use, useRef, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { itemCodeIn, scanProduct } from '../scan-product.ts';
import type { useKnownProduct } from './known-product.ts';
import type { ChangeValues } from './product-draft.ts';
import type { VariantValues, ProductFormValues } from './product-form-values.ts';
import { type FieldProblems, fieldOf } from './validate-product.ts';

type ProductForm = {
  values: ProductFormValues;
  change: ChangeValues;
  changeVariant: (at: number, changes: Partial<VariantValues>) => void;
  /** Empty until the form is submitted for the first time. */
  problems: FieldProblems;
  barcodes: ReturnType<typeof useBarcodeCheck>;
  known: ReturnType<typeof useKnownProduct>;
  isNew: boolean;
  shopId: number;
  shopSlug: string;
  categories: readonly CategoryView[];
  units: readonly NamedView[];
};

export const ProductFormContext = createContext<ProductForm | undefined>(undefined);

export function useProductForm(): ProductForm {
  const form = use(ProductFormContext);
  if (!form) throw new Error('useProductForm needs a ProductFormContext');
  return form;
}

/** The props of a field of one variant. */
export function useVariantField(at: number) {
  const t = useText();
  const { values, changeVariant, problems } = useProductForm();
  return (field: Exclude<keyof VariantValues, 'id' | 'key' | 'stockUnit' | 'content'>) => {
    const name = fieldOf(at, field);
    const problem = problems[name];
    return {
      name,
      value: values.variants[at]?.[field] ?? '',
      problem: problem && t(problem),
      isQuiet: true,
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => changeVariant(at, { [field]: target.value }),
    };
  };
}

type Catalog = { shopId: number; productId: number | undefined };
/** Why the barcode of one variant cannot be used: another product has it, or it is not a product barcode. */
type Finding = { at: number; owner?: ShopProduct; isUnusable?: boolean };

type Actions = {
  /** Fills in a scanned barcode. */
  fill: (barcode: string, at: number) => void;
  /** No other product of the shop has the barcode. */
  onFree: (barcode: string, at: number) => void;
};

/** Checks whether another product of the shop has a barcode. */
export function useBarcodeCheck({ shopId, productId }: Catalog, { fill, onFree }: Actions) {
  const [finding, setFinding] = useState<Finding>();
  const latest = useRef('');

  /** Resolves to true also when the server cannot be reached: it checks again on saving. */
  const isFree = async (barcode: string, at: number): Promise<boolean> => {
    latest.current = barcode;
    setFinding(undefined);
    const scanned = await scanProduct(shopId, barcode).catch(() => undefined);
    if (latest.current !== barcode) return false;
    const owner = scanned?.product?.id === productId ? undefined : scanned?.product;
    if (owner) setFinding({ at, owner });
    return !owner;
  };
  /** Fills in a scanned barcode that is free. */
  const scan = async (scanned: string, at: number): Promise<void> => {
    const barcode = itemCodeIn(scanned);
    if (barcode === undefined) setFinding({ at, isUnusable: true });
    else if (await isFree(barcode, at)) {
      fill(barcode, at);
      onFree(barcode, at);
    }
  };
  const check = async (typed: string, at: number): Promise<void> => {
    const barcode = itemCodeIn(typed);
    if (barcode === undefined) setFinding(undefined);
    else if (await isFree(barcode, at)) onFree(barcode, at);
  };
  return { finding, scan, check };
}
