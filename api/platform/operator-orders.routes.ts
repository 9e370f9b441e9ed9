import * as api from '@haat/contract/platform/operator-orders.calls';
import { type FoundOrder, foundOrders } from '@haat/core/platform/find-orders';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';
import { refundableOf } from '../orders/orders.routes.ts';

export const operatorOrdersRoutes: Route[] = [
  route(api.findOrders, async ({ query }) => (await foundOrders.list(query)).map(presentOrder)),

  route(api.summarizeOrders, async ({ query }) => wire(api.operatorOrdersSummary, await foundOrders.summarize(query))),

  route(api.exportFoundOrders, ({ query }) => foundOrders.exportFile(query)),
];

const presentOrder = (order: FoundOrder) => wire(api.operatorOrderView, { ...order, refundable: refundableOf(order) });
