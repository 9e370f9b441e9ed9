import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';
import { many } from '../../db/database.ts';
import type { PaidLine } from '../../gateways/payments/payment-gateway.ts';
import { sumLines, toCartLineParams } from './order-request.ts';
import { COMPARE_CART } from './compare-cart.sql.ts';
import { mixedShops, notSold } from './order-rejection.ts';

/** The lines of a cart with names and prices of the catalog, not of the client. Throws invalid_input, mixed_shops. */
export async function priceCart(userId: number, items: PlaceOrderBody['items']): Promise<PaidLine[]> {
  const lines = sumLines(items);
  const rows = await many(COMPARE_CART, { ...toCartLineParams(lines), userId, addressId: null, takeaway: false });
  const priced = lines.map(({ quantity }, nr) => {
    const row = rows[nr];
    if (!row || row.name === null) throw notSold();
    return { name: row.name, quantity, pricePaise: row.pricePaise };
  });
  // Only now: a line that is not sold belongs to no shop.
  if (new Set(rows.map(({ shopId }) => shopId)).size > 1) throw mixedShops();
  return priced;
}
