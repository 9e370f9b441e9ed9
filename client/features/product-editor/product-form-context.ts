import type { CategoryView, NamedView } from '@haat/contract/api/categories.schema';
import { createContext, use } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { fieldOf, type EntryProblems } from './entry-problems.ts';
import type { ChoiceEntry, ProductEntries } from './product-entries.ts';
import type { useBarcodeSearch } from './use-barcode-search.ts';
import type { ChangeEntries } from './use-product-entries.ts';

type ProductForm = {
  entries: ProductEntries;
  change: ChangeEntries;
  changeChoice: (at: number, changes: Partial<ChoiceEntry>) => void;
  /** None before the form was sent for the first time. */
  problems: EntryProblems;
  barcodes: ReturnType<typeof useBarcodeSearch>;
  isNew: boolean;
  /** The picture that the product has. */
  savedImage: string | null;
  shopId: number;
  shopSlug: string;
  categories: readonly CategoryView[];
  units: readonly NamedView[];
};

/** The form of a product, for all parts of it. */
export const ProductFormContext = createContext<ProductForm | undefined>(undefined);

/** The form that a part stands in. */
export function useProductForm(): ProductForm {
  const form = use(ProductFormContext);
  if (!form) throw new Error('A part of the product form stands outside of it');
  return form;
}

/** What a field of one choice needs to be: its value, its problem in words, and where what is typed goes. */
export function useChoiceField(at: number) {
  const t = useText();
  const { entries, changeChoice, problems } = useProductForm();
  return (field: Exclude<keyof ChoiceEntry, 'id' | 'key'>) => {
    const name = fieldOf(at, field);
    const problem = problems[name];
    return {
      name,
      value: entries.choices[at]?.[field] ?? '',
      problem: problem && t(problem),
      isQuiet: true,
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => changeChoice(at, { [field]: target.value }),
    };
  };
}
