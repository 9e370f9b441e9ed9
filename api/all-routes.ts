import type { Route } from './http/route.ts';
import type { LiveHub } from './live/live-hub.ts';
import { adjustmentsRoutes } from './orders/adjustments.routes.ts';
import { announcementsRoutes } from './platform/announcements.routes.ts';
import { authRoutes } from './accounts/auth.routes.ts';
import { bulkChangesRoutes } from './catalog/bulk-changes.routes.ts';
import { cashClosesRoutes } from './money/cash-closes.routes.ts';
import { catalogRoutes } from './catalog/catalog.routes.ts';
import { categoriesRoutes } from './catalog/categories.routes.ts';
import { counterSalesRoutes } from './orders/counter-sales.routes.ts';
import { customersRoutes } from './money/customers.routes.ts';
import { favouritesRoutes } from './shops/favourites.routes.ts';
import { importsRoutes } from './catalog/imports.routes.ts';
import { messagesRoutes } from './notify/messages.routes.ts';
import { createNotificationsRoutes } from './notify/notifications.routes.ts';
import { operatorOrdersRoutes } from './platform/operator-orders.routes.ts';
import { operatorPaymentsRoutes } from './platform/operator-payments.routes.ts';
import { operatorShopsRoutes } from './platform/operator-shops.routes.ts';
import { operatorRoutes } from './platform/operator.routes.ts';
import { orderTimelineRoutes } from './orders/order-timeline.routes.ts';
import { invoiceRoutes } from './orders/invoice.routes.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { pictureImportsRoutes } from './catalog/picture-imports.routes.ts';
import { problemsRoutes } from './orders/problems.routes.ts';
import { productsRoutes } from './catalog/products.routes.ts';
import { purchasesRoutes } from './stock/purchases.routes.ts';
import { pushRoutes } from './notify/push.routes.ts';
import { reportsRoutes } from './money/reports.routes.ts';
import { scanRoutes } from './orders/scan.routes.ts';
import { searchRoutes } from './shops/search.routes.ts';
import { settingsRoutes } from './shops/settings.routes.ts';
import { setupRoutes } from './shops/setup.routes.ts';
import { sharedDevicesRoutes } from './accounts/shared-devices.routes.ts';
import { shopDevicesRoutes } from './accounts/shop-devices.routes.ts';
import { teamOrdersRoutes } from './orders/team-orders.routes.ts';
import { shopApplicationRoutes } from './platform/shop-applications.routes.ts';
import { shopsRoutes } from './shops/shops.routes.ts';
import { stockRoutes } from './stock/stock.routes.ts';
import { teamRoutes } from './accounts/team.routes.ts';
import { usersRoutes } from './accounts/users.routes.ts';

/** The tools that the routes need from their process. */
export type Tools = { hub: LiveHub };

/** Every call of the API, the most frequent resources first. */
export function allRoutes({ hub }: Tools): Route[] {
  return [
    ...productsRoutes,
    ...ordersRoutes,
    ...invoiceRoutes,
    ...orderTimelineRoutes,
    ...adjustmentsRoutes,
    ...counterSalesRoutes,
    ...scanRoutes,
    ...authRoutes,
    ...usersRoutes,
    ...shopsRoutes,
    ...searchRoutes,
    ...favouritesRoutes,
    ...createNotificationsRoutes(hub),
    ...pushRoutes,
    ...messagesRoutes,
    ...reportsRoutes,
    ...cashClosesRoutes,
    ...paymentsRoutes,
    ...problemsRoutes,
    ...bulkChangesRoutes,
    ...categoriesRoutes,
    ...catalogRoutes,
    ...importsRoutes,
    ...pictureImportsRoutes,
    ...stockRoutes,
    ...purchasesRoutes,
    ...settingsRoutes,
    ...setupRoutes,
    ...shopApplicationRoutes,
    ...teamRoutes,
    ...announcementsRoutes,
    ...operatorShopsRoutes,
    ...customersRoutes,
    ...shopDevicesRoutes,
    ...sharedDevicesRoutes,
    ...teamOrdersRoutes,
    ...operatorOrdersRoutes,
    ...operatorRoutes,
    ...operatorPaymentsRoutes,
  ];
}
