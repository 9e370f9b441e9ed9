import * as api from '@haat/contract/stock/purchases.calls';
import { bookPurchase, reversePurchase } from '@haat/core/stock/purchases/book-purchase';
import { addPurchase, changePurchase, deletePurchase } from '@haat/core/stock/purchases/draft-purchase';
import { exportPurchases, findPurchase, listPurchases, listSuppliers } from '@haat/core/stock/purchases/read-purchases';
import { listUsualPurchases } from '@haat/core/stock/purchases/usual-purchases';
import { type Route, route } from '../http/route.ts';

export const purchasesRoutes: Route[] = [
  route(api.listSuppliers, ({ user, params }) => listSuppliers({ by: user, ...params })),
  route(api.listUsualPurchases, ({ user, params, query }) => listUsualPurchases({ by: user, ...params, ...query })),
  route(api.listPurchases, ({ user, params, query }) => listPurchases({ by: user, ...params, ...query })),
  route(api.exportPurchases, ({ user, params, query }) => exportPurchases({ by: user, ...params, ...query })),
  route(api.addPurchase, ({ user, params, body, key }) => addPurchase({ by: user, ...params, body, key })),
  route(api.getPurchase, ({ user, params }) => findPurchase({ by: user, ...params })),
  route(api.changePurchase, ({ user, params, body }) => changePurchase({ by: user, ...params, body })),
  route(api.deletePurchase, ({ user, params }) => deletePurchase({ by: user, ...params })),
  route(api.bookPurchase, ({ user, params }) => bookPurchase({ by: user, ...params })),
  route(api.reversePurchase, ({ user, params }) => reversePurchase({ by: user, ...params })),
];
