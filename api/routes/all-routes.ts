import type { Router } from '@koa/router';
import type { ApiState } from '../http/session.ts';
import type { LiveHub } from '../realtime/live-hub.ts';
import { activityRoutes } from './activity.routes.ts';
import { addressesRoutes } from './addresses.routes.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { authRoutes } from './auth.routes.ts';
import { dayBookRoutes } from './day-book.routes.ts';
import { figuresRoutes } from './figures.routes.ts';
import { categoriesRoutes } from './categories.routes.ts';
import { membersRoutes } from './members.routes.ts';
import { importsRoutes } from './imports.routes.ts';
import { navigationRoutes } from './navigation.routes.ts';
import { createNotificationsRoutes } from './notifications.routes.ts';
import { operatorPaymentsRoutes } from './operator-payments.routes.ts';
import { operatorRoutes } from './operator.routes.ts';
import { ordersRoutes } from './orders.routes.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { productsRoutes } from './products.routes.ts';
import { shopProductsRoutes } from './shop-products.routes.ts';
import { pushRoutes } from './push.routes.ts';
import { queueBoardRoutes } from './queue-board.routes.ts';
import { settingsRoutes } from './settings.routes.ts';
import { shopsRoutes } from './shops.routes.ts';
import { usersRoutes } from './users.routes.ts';
import { variantsRoutes } from './variants.routes.ts';
import { webhooksRoutes } from './webhooks.routes.ts';

/** What the routes need of the process they run in. */
export type Tools = { hub: LiveHub };

/** Every resource of the API, those that are asked most first: each router that does not know a path costs the next ones time. */
export function allRoutes({ hub }: Tools): Router<ApiState>[] {
  return [
    productsRoutes,
    ordersRoutes,
    authRoutes,
    usersRoutes,
    navigationRoutes,
    shopsRoutes,
    addressesRoutes,
    createNotificationsRoutes(hub),
    analyticsRoutes,
    pushRoutes,
    figuresRoutes,
    dayBookRoutes,
    paymentsRoutes,
    webhooksRoutes,
    shopProductsRoutes,
    importsRoutes,
    variantsRoutes,
    categoriesRoutes,
    settingsRoutes,
    membersRoutes,
    activityRoutes,
    operatorRoutes,
    operatorPaymentsRoutes,
    queueBoardRoutes,
  ];
}
