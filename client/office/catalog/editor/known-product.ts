import { suggestProducts, type SuggestedProductView } from '@haat/contract/catalog/catalog.calls';
import type { CategoryView } from '@haat/contract/catalog/products.calls';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { API_BASE } from '../../../lib/config.ts';
import type { ChangeValues } from './product-draft.ts';
import { changeVariant, type ProductFormValues } from './product-form-values.ts';

type Form = {
  /** A known product fills in only the form of a new one. */
  isNew: boolean;
  values: ProductFormValues;
  categories: readonly CategoryView[];
  change: ChangeValues;
};

/** Fills in the form from a known product: a chosen one, or the one of a barcode. */
export function useKnownProduct({ isNew, values, categories, change }: Form) {
  const [offer, setOffer] = useState<SuggestedProductView>();
  const [filled, setFilled] = useState<SuggestedProductView>();
  const latest = useRef(values);
  /** The barcode that was looked up last. */
  const asked = useRef('');
  useEffect(() => {
    latest.current = values;
  });

  const fill = (product: SuggestedProductView): void => {
    setOffer(undefined);
    setFilled(product);
    change((before) => valuesFrom(product, before, categories));
    void fetchPicture(product.picture).then((picture) => {
      // Not when another name or picture was given meanwhile.
      if (picture)
        change((now) => (now.name === product.name && now.pictures.length === 0 ? { pictures: [picture] } : {}));
    });
  };

  /** Looks up a barcode that no product of the shop has. An empty form is filled in, another one gets an offer. */
  const look = async (barcode: string): Promise<void> => {
    if (!isNew || asked.current === barcode) return;
    asked.current = barcode;
    setOffer(undefined);
    const [product] = await call(suggestProducts, { query: { barcode } }).catch(() => []);
    if (!product || asked.current !== barcode) return;
    const { name } = latest.current;
    if (name.trim() === '') fill(product);
    else if (name !== product.name) setOffer(product);
  };

  // The address may have a barcode.
  const [{ barcode: first }] = values.variants;
  const start = useRef(() => {
    if (first !== '') void look(first);
  });
  useEffect(() => start.current(), []);

  return { offer, filled, fill, look };
}

/** The form with the data of a known product. Price, stock, barcode and the vendor's own picture stay. */
function valuesFrom(
  product: SuggestedProductView,
  { variants, pictures }: ProductFormValues,
  categories: readonly CategoryView[],
): Partial<ProductFormValues> {
  const category = categories.find(({ id }) => id === product.category_id);
  const subcategory = category?.children.find(({ id }) => id === product.subcategory_id);
  const first = { unit: product.unit ?? '', mrp: product.mrp === null ? '' : String(product.mrp) };
  return {
    name: product.name,
    description: product.description ?? '',
    categoryId: category?.id,
    subcategoryId: subcategory?.id,
    variants: changeVariant(variants, 0, first),
    pictures: pictures.filter((each) => !(each instanceof File && DRAWN.has(each))),
  };
}

/** Pictures that were filled in; another known product replaces them. */
const DRAWN = new WeakSet<File>();

/** The drawn picture of the kind, to be uploaded with the product; undefined when it cannot be fetched. */
async function fetchPicture(path: string | null): Promise<File | undefined> {
  if (path === null) return undefined;
  try {
    const response = await fetch(`${API_BASE}${path}`);
    if (!response.ok) return undefined;
    const picture = new File([await response.blob()], 'picture.webp', { type: 'image/webp' });
    DRAWN.add(picture);
    return picture;
  } catch {
    return undefined;
  }
}
