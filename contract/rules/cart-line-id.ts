/** What a cart line stands for: a product in one size, colour and unit; 0 where the product has no such choice. */
export type LineChoice = { productId: number; sizeId: number; colorId: number; unitId: number };

/** The id of a cart line, composed from product, size, colour and unit id, e.g. `12-0-3-7`. Spec section 3. */
export function cartLineId({ productId, sizeId, colorId, unitId }: LineChoice): string {
  return [productId, sizeId, colorId, unitId].join('-');
}

/** The choice behind a cart line id; undefined when the text is not one. */
export function parseCartLineId(id: string): LineChoice | undefined {
  const match = /^([1-9]\d{0,14})-(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(id);
  if (!match) return undefined;
  const [productId = 0, sizeId = 0, colorId = 0, unitId = 0] = match.slice(1).map(Number);
  return { productId, sizeId, colorId, unitId };
}
