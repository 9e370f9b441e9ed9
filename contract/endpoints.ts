import * as adjustments from './orders/adjustments.calls.ts';
import * as announcements from './platform/announcements.calls.ts';
import * as auth from './accounts/auth.calls.ts';
import * as bulkChanges from './catalog/bulk-changes.calls.ts';
import * as cashCloses from './money/cash-closes.calls.ts';
import * as categoriesAndUnits from './catalog/categories-and-units.calls.ts';
import * as catalog from './catalog/catalog.calls.ts';
import * as counterSales from './orders/counter-sales.calls.ts';
import * as customers from './money/customers.calls.ts';
import type { Endpoint } from './endpoint.ts';
import * as favourites from './shops/favourites.calls.ts';
import * as imports from './catalog/imports.calls.ts';
import * as invoice from './orders/invoice.calls.ts';
import * as messages from './notify/messages.calls.ts';
import * as moneyReports from './money/money-reports.calls.ts';
import * as notifications from './notify/notifications.calls.ts';
import * as operatorOrders from './platform/operator-orders.calls.ts';
import * as operatorShops from './platform/operator-shops.calls.ts';
import * as operator from './platform/operator.calls.ts';
import * as orderEnds from './orders/order-ends.calls.ts';
import * as orderTimeline from './orders/order-timeline.calls.ts';
import * as orders from './orders/orders.calls.ts';
import * as packing from './orders/packing.calls.ts';
import * as payments from './payments/payments.calls.ts';
import * as pictureImports from './catalog/picture-imports.calls.ts';
import * as problems from './orders/problems.calls.ts';
import * as products from './catalog/products.calls.ts';
import * as purchases from './stock/purchases.calls.ts';
import * as push from './notify/push.calls.ts';
import * as reports from './money/reports.calls.ts';
import * as riderOrders from './orders/rider-orders.calls.ts';
import * as scan from './orders/scan.calls.ts';
import * as search from './shops/search.calls.ts';
import * as settings from './shops/settings.calls.ts';
import * as setup from './shops/setup.calls.ts';
import * as sharedDevices from './accounts/shared-devices.calls.ts';
import * as shopDevices from './accounts/shop-devices.calls.ts';
import * as shopApplications from './platform/shop-applications.calls.ts';
import * as shops from './shops/shops.calls.ts';
import * as stock from './stock/stock-lists.calls.ts';
import * as stockTakes from './stock/stock-takes.calls.ts';
import * as team from './accounts/team.calls.ts';
import * as users from './accounts/users.calls.ts';

const RESOURCES = [
  products,
  bulkChanges,
  catalog,
  categoriesAndUnits,
  orders,
  invoice,
  orderEnds,
  orderTimeline,
  adjustments,
  counterSales,
  scan,
  auth,
  users,
  shops,
  search,
  favourites,
  notifications,
  push,
  messages,
  payments,
  problems,
  reports,
  moneyReports,
  cashCloses,
  imports,
  pictureImports,
  stock,
  stockTakes,
  purchases,
  settings,
  setup,
  shopApplications,
  team,
  announcements,
  operatorShops,
  customers,
  shopDevices,
  sharedDevices,
  packing,
  riderOrders,
  operatorOrders,
  operator,
];

/** All calls of the API. */
export const ENDPOINTS: readonly Endpoint[] = RESOURCES.flatMap((resource) =>
  Object.values(resource).filter((value) => isEndpoint(value)),
);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value;
}
