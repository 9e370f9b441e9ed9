import { minimumOrderPaise } from '@haat/contract/rules/order-terms';
import type { RequestedLine } from './order-request.ts';

/** The lines of a cart as parameters of a statement, an array for each column of `CART_LINES`. */
export type CartLineParams = Record<'productIds' | 'sizeIds' | 'colorIds' | 'unitIds' | 'quantities', number[]> & {
  expectedPaise: (number | null)[];
};

export const toCartLineParams = (lines: readonly RequestedLine[]): CartLineParams => ({
  productIds: lines.map(({ productId }) => productId),
  sizeIds: lines.map(({ sizeId }) => sizeId),
  colorIds: lines.map(({ colorId }) => colorId),
  unitIds: lines.map(({ unitId }) => unitId),
  quantities: lines.map(({ quantity }) => quantity),
  expectedPaise: lines.map(({ pricePaise }) => pricePaise),
});

/** The lines of a cart as rows `line`, numbered by `nr`. */
export const CART_LINES = `unnest(:productIds::bigint[], :sizeIds::bigint[], :colorIds::bigint[], :unitIds::bigint[],
      :quantities::int[], :expectedPaise::bigint[])
    WITH ORDINALITY AS line(product_id, size_id, color_id, unit_id, quantity, price_paise, nr)`;

/** Joins the variant `v` that a line names, by the expressions of the index of choices. */
export const VARIANT_OF_LINE = `v.product_id = line.product_id AND coalesce(v.size_id, 0) = line.size_id
    AND coalesce(v.color_id, 0) = line.color_id AND coalesce(v.unit_id, 0) = line.unit_id AND v.deleted_at IS NULL`;

export const MIN_ORDER_PAISE = `coalesce(shop.min_order_paise, ${minimumOrderPaise(undefined)})`;
