import * as api from '@haat/contract/platform/operator-orders.calls';
import { exportFoundOrders } from '@haat/core/platform/export-found-orders';
import { findOrders, type FoundOrder, summarizeOrders } from '@haat/core/platform/find-orders';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';
import { refundableOf } from '../orders/orders.routes.ts';

export const operatorOrdersRoutes: Route[] = [
  route(api.findOrders, async ({ query }) => (await findOrders(query)).map(presentOrder)),

  route(api.summarizeOrders, async ({ query }) => wire(api.operatorOrdersSummary, await summarizeOrders(query))),

  route(api.exportFoundOrders, ({ query }) => exportFoundOrders(query)),
];

const presentOrder = (order: FoundOrder) => wire(api.operatorOrderView, { ...order, refundable: refundableOf(order) });
