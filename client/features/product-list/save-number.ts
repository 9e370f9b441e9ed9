import { setPrice, setStock, type ShopProduct } from '@haat/contract/api/products';
import type { SaveNumber } from '@haat/machines/product-list/edit-number.machine';
import { call } from '../../lib/api.ts';

export type NumberOfVariant = { variantId: number; of: 'stock' | 'price' };

/** Saves a price or a stock against the value that was seen; resolves to the product. Rejects like `call`. */
export function saveNumber({ variantId: id, of }: NumberOfVariant, request: SaveNumber): Promise<ShopProduct> {
  const { value, seen, isConfirmed } = request;
  if (of === 'stock') return call(setStock, { params: { id }, body: { stock: value, seen } });
  const confirmed = value === 0 && isConfirmed ? { confirm_free: true } : {};
  return call(setPrice, { params: { id }, body: { price: value, seen, ...confirmed } });
}
