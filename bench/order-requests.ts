import type { PlaceOrderBody } from '@haat/contract/api/orders.schema';
import { orderBody } from '../core/test/order-body.ts';
import type { Stage, StageCustomer } from './stage.ts';

export type OrderCall = { customer: StageCustomer; body: PlaceOrderBody; text: string; key: string };

const LINES = 3;
let made = 0;
const run = Date.now().toString(36);

/** The next order of a busy market: another customer, another shop, three of its products, never the same request. */
export function nextOrder({ shops, customers }: Stage): OrderCall {
  const nth = made++;
  const shop = shops[nth % shops.length];
  const customer = customers[nth % customers.length];
  if (!shop || !customer) throw new Error('The stage is empty');
  const first = (nth * 7) % (shop.variants.length - LINES);
  const body = orderBody(
    shop.variants.slice(first, first + LINES).map((variant) => ({ variant, quantity: 1 + (nth % 3) })),
  );
  return { customer, body, text: JSON.stringify(body), key: `bench-${run}-${nth}` };
}
