import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { isRupeesText } from '@haat/contract/catalog/product-input';
import { type PriceQuestion, unusualPrice } from '@haat/contract/catalog/unusual-price';
import type { ProductFormValues, VariantValues } from './product-form-values.ts';

/** A price to be confirmed before the form is saved, in rupees; `before` is undefined for a new variant. */
export type UnusualPrice = { kind: PriceQuestion; variant: VariantValues; before: number | undefined; price: number };

/** The prices of a valid form that a person has to confirm. `seen`: the product as it is stored. */
export function unusualPrices(values: ProductFormValues, seen: ShopProduct | undefined): UnusualPrice[] {
  return values.variants.flatMap((variant, at) => {
    // The unit price is stored as the first variant's price.
    const typed = (at === 0 && !seen && values.unitPrice.trim()) || variant.price.trim();
    if (!isRupeesText(typed)) return [];
    const before = seen?.variants.find(({ id }) => id === variant.id)?.price;
    const price = Number(typed);
    const kind = unusualPrice(before, price);
    return kind ? [{ kind, variant, before, price }] : [];
  });
}
