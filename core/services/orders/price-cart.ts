import type { PlaceOrderBody } from '@haat/contract/api/orders.schema';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { PaidLine } from '../../gateways/payments/payment-gateway.ts';
import { COMPARE_CART } from './compare-cart.sql.ts';
import { lineArrays } from './line-arrays.ts';
import { sumLines } from './wanted-order.ts';

type Row = { name: string | null; pricePaise: number; shopId: number };

/** The lines of a cart at the names and prices of the shelf, whatever the client says of them. Throws invalid_input, mixed_shops. */
export async function priceCart(userId: number, items: PlaceOrderBody['items']): Promise<PaidLine[]> {
  const lines = sumLines(items);
  const values = [...lineArrays(lines), userId, null];
  const { rows } = await database().pool.query<Row>({ name: 'compare-cart', text: COMPARE_CART, values });
  if (new Set(rows.map(({ shopId }) => shopId)).size > 1) {
    throw new DomainError('mixed_shops', 'Items must be from one shop');
  }
  return lines.map(({ quantity }, nr) => {
    const { name, pricePaise } = rows[nr] ?? { name: null, pricePaise: 0 };
    if (name === null) throw new DomainError('invalid_input', 'An item of your cart is not sold any more.');
    return { name, quantity, pricePaise };
  });
}
