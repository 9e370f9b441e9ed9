import type { Route } from '../http/route.ts';
import type { LiveHub } from '../realtime/live-hub.ts';
import { adjustmentsRoutes } from './adjustments.routes.ts';
import { announcementsRoutes } from './announcements.routes.ts';
import { authRoutes } from './auth.routes.ts';
import { bulkChangesRoutes } from './bulk-changes.routes.ts';
import { cashClosesRoutes } from './cash-closes.routes.ts';
import { catalogRoutes } from './catalog.routes.ts';
import { categoriesRoutes } from './categories.routes.ts';
import { counterSalesRoutes } from './counter-sales.routes.ts';
import { customersRoutes } from './customers.routes.ts';
import { favouritesRoutes } from './favourites.routes.ts';
import { importsRoutes } from './imports.routes.ts';
import { messagesRoutes } from './messages.routes.ts';
import { createNotificationsRoutes } from './notifications.routes.ts';
import { operatorOrdersRoutes } from './operator-orders.routes.ts';
import { operatorPaymentsRoutes } from './operator-payments.routes.ts';
import { operatorShopsRoutes } from './operator-shops.routes.ts';
import { operatorRoutes } from './operator.routes.ts';
import { orderTimelineRoutes } from './order-timeline.routes.ts';
import { ordersRoutes } from './orders.routes.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { pictureImportsRoutes } from './picture-imports.routes.ts';
import { problemsRoutes } from './problems.routes.ts';
import { productsRoutes } from './products.routes.ts';
import { purchasesRoutes } from './purchases.routes.ts';
import { pushRoutes } from './push.routes.ts';
import { reportsRoutes } from './reports.routes.ts';
import { searchRoutes } from './search.routes.ts';
import { settingsRoutes } from './settings.routes.ts';
import { setupRoutes } from './setup.routes.ts';
import { sharedDevicesRoutes } from './shared-devices.routes.ts';
import { shopDevicesRoutes } from './shop-devices.routes.ts';
import { teamOrdersRoutes } from './team-orders.routes.ts';
import { shopApplicationRoutes } from './shop-applications.routes.ts';
import { shopsRoutes } from './shops.routes.ts';
import { stockRoutes } from './stock.routes.ts';
import { teamRoutes } from './team.routes.ts';
import { usersRoutes } from './users.routes.ts';

/** What the routes need of the process they run in. */
export type Tools = { hub: LiveHub };

/** Every call of the API, the most frequent resources first. */
export function allRoutes({ hub }: Tools): Route[] {
  return [
    ...productsRoutes,
    ...ordersRoutes,
    ...orderTimelineRoutes,
    ...adjustmentsRoutes,
    ...counterSalesRoutes,
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
