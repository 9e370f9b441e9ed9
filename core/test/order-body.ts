import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';
import { cartLineId } from '@haat/contract/orders/cart';
import { toRupees } from '@haat/contract/rupees';
import type { Variant } from '../db/catalog.models.ts';

type Line = { variant: Variant; quantity?: number };

/** The cart line that stands for a variant. */
export const lineIdOf = ({ productId, sizeId, colorId, unitId }: Variant): string =>
  cartLineId({ productId, sizeId: sizeId ?? 0, colorId: colorId ?? 0, unitId: unitId ?? 0 });

/** The request for these lines at the prices the variants have, taken away and paid in cash unless said otherwise. */
export function orderBody(lines: Line[], fields: Partial<PlaceOrderBody> = {}): PlaceOrderBody {
  const total = lines.reduce((sum, { variant, quantity = 1 }) => sum + variant.pricePaise * quantity, 0);
  return {
    items: lines.map(({ variant, quantity = 1 }) => ({
      id: lineIdOf(variant),
      price: toRupees(variant.pricePaise),
      quantity,
    })),
    total: toRupees(total),
    address: null,
    paymentMethod: 'cod',
    takeaway: true,
    ...fields,
  };
}
