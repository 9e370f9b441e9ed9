import * as api from '@haat/contract/orders/counter-sales.calls';
import { listCounterItems } from '@haat/core/catalog/list-counter-items';
import { listCounterSales } from '@haat/core/orders/list-counter-sales';
import { returnCounterSale } from '@haat/core/orders/adjust/return-counter-sale';
import { sellAtCounter } from '@haat/core/orders/place/sell-at-counter';
import { type Route, route } from '../http/route.ts';
import { presentOrder } from './orders.routes.ts';

export const counterSalesRoutes: Route[] = [
  route(api.listCounterItems, ({ user, params }) => listCounterItems({ by: user, shopId: params.shopId })),

  route(api.listCounterSales, async ({ user, params, query }) =>
    (await listCounterSales({ by: user, shopId: params.shopId, ...query })).map(presentOrder),
  ),

  route(api.sellAtCounter, async ({ user, params, body, key }) =>
    presentOrder(await sellAtCounter({ shopId: params.shopId, by: user, body, key })),
  ),

  route(api.returnCounterSale, async ({ user, params, body: { lines, to_stock: toStock, paid_by: paidBy }, key }) => {
    const items = lines.map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
    return presentOrder(await returnCounterSale({ orderId: params.id, lines: items, toStock, paidBy, by: user, key }));
  }),
];
