type Option = { id: number; name: string };

/** One sellable form of a product. `price` is in rupees, `stock` in pieces. Spec section 3. */
export type ProductVariant = {
  id: number;
  price: number;
  mrp?: number | null;
  stock: number;
  size?: Option | null;
  color?: Option | null;
  unit?: Option | null;
};

export type VariantAspect = 'size' | 'color' | 'unit';

const ASPECTS: readonly VariantAspect[] = ['size', 'color', 'unit'];

/**
 * The variant after the customer chose `optionId` for one aspect: of those that have it, the one that keeps most of
 * the current choice, first listed first; the current one when nothing matches. Spec section 2, product card.
 */
export function chooseVariant<V extends ProductVariant>(
  variants: readonly V[],
  current: V,
  { aspect, optionId }: { aspect: VariantAspect; optionId: number },
): V {
  const matching = variants.filter((variant) => variant[aspect]?.id === optionId);
  const kept = (variant: V) =>
    ASPECTS.filter((each) => each !== aspect && variant[each]?.id === current[each]?.id).length;
  return matching.reduce((best, variant) => (kept(variant) > kept(best) ? variant : best), matching[0] ?? current);
}

/** The different options of one aspect, in the order of the variants; empty when there is no choice. */
export function variantOptions(variants: readonly ProductVariant[], aspect: VariantAspect): Option[] {
  const options = new Map<number, Option>();
  for (const variant of variants) {
    const option = variant[aspect];
    if (option) options.set(option.id, option);
  }
  return [...options.values()];
}
