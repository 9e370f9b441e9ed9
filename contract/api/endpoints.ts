import * as adjustments from './adjustments.ts';
import * as announcements from './announcements.ts';
import * as auth from './auth.ts';
import * as bulkChanges from './bulk-changes.ts';
import * as cashCloses from './cash-closes.ts';
import * as categoriesAndUnits from './categories-and-units.ts';
import * as catalog from './catalog.ts';
import * as counterSales from './counter-sales.ts';
import * as customers from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import * as favourites from './favourites.ts';
import * as imports from './imports.ts';
import * as messages from './messages.ts';
import * as moneyReports from './money-reports.ts';
import * as notifications from './notifications.ts';
import * as operatorOrders from './operator-orders.ts';
import * as operatorShops from './operator-shops.ts';
import * as operator from './operator.ts';
import * as orderEnds from './order-ends.ts';
import * as orderTimeline from './order-timeline.ts';
import * as orders from './orders.ts';
import * as packing from './packing.ts';
import * as payments from './payments.ts';
import * as pictureImports from './picture-imports.ts';
import * as problems from './problems.ts';
import * as products from './products.ts';
import * as purchases from './purchases.ts';
import * as push from './push.ts';
import * as reports from './reports.ts';
import * as riderOrders from './rider-orders.ts';
import * as search from './search.ts';
import * as settings from './settings.ts';
import * as setup from './setup.ts';
import * as sharedDevices from './shared-devices.ts';
import * as shopDevices from './shop-devices.ts';
import * as shopApplications from './shop-applications.ts';
import * as shops from './shops.ts';
import * as stock from './stock-lists.ts';
import * as stockTakes from './stock-takes.ts';
import * as team from './team.ts';
import * as users from './users.ts';

const RESOURCES = [
  products,
  bulkChanges,
  catalog,
  categoriesAndUnits,
  orders,
  orderEnds,
  orderTimeline,
  adjustments,
  counterSales,
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
