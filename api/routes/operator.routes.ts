import * as api from '@haat/contract/api/operator';
import type { OperatorAccountView, OperatorOrderView, OperatorShopView } from '@haat/contract/api/operator';
import { toRupees } from '@haat/contract/rules/rupees';
import { DomainError } from '@haat/core/errors';
import { listOperatorActivity } from '@haat/core/services/activity/activity-log';
import { blockAccount, type ListedAccount, listAccounts } from '@haat/core/services/operator/accounts';
import { findOrders, type FoundOrder } from '@haat/core/services/operator/find-orders';
import {
  createShop,
  findListedShop,
  listAllShops,
  type ListedShop,
  suspendShop,
} from '@haat/core/services/operator/platform-shops';
import { DASHBOARD_PATH, setDashboardCookie } from '../queue-dashboard/dashboard-session.ts';
import { type Route, route } from '../http/route.ts';
import { presentRefundable } from './orders.routes.ts';
import { presentActivity } from './team.routes.ts';

export const operatorRoutes: Route[] = [
  route(api.listAllShops, async ({ query }) => (await listAllShops(query)).map(presentListed)),

  route(api.createShop, async ({ user, body }) => {
    const { id } = await createShop({ actorId: user.userId, fields: body });
    return readListed(id);
  }),

  route(api.suspendShop, async ({ user, params: { id }, body: { suspended, reason } }) => {
    await suspendShop({ shopId: id, actorId: user.userId, reason: suspended ? reason : undefined });
    return readListed(id);
  }),

  route(api.listOperatorActivity, async ({ query }) => {
    const rows = await listOperatorActivity(query);
    return rows.map(({ shopId, slug, shopName, ...row }) => ({
      ...presentActivity(row),
      shop: shopId === null ? null : { id: shopId, slug: slug ?? '', name: shopName },
    }));
  }),

  route(api.listAccounts, async ({ query: { search } }) => (await listAccounts({ search })).map(presentAccount)),

  route(api.blockAccount, async ({ user, params: { id }, body: { blocked } }) =>
    presentAccount(await blockAccount({ userId: id, actorId: user.userId, isBlocked: blocked })),
  ),

  route(api.findOrders, async ({ query }) => (await findOrders(query)).map(presentOrder)),

  route(api.openQueueDashboard, async ({ ctx, user }) => {
    await setDashboardCookie(ctx, user);
    return { path: `${DASHBOARD_PATH}/` };
  }),
];

async function readListed(id: number): Promise<OperatorShopView> {
  const shop = await findListedShop({ id });
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return presentListed(shop);
}

function presentListed(shop: ListedShop): OperatorShopView {
  const { id, slug, name, address, isPlatform, suspendedFor, members, ordersToday } = shop;
  return {
    id,
    slug,
    name,
    address,
    status: statusOf(shop),
    ...(suspendedFor !== null && { suspended: suspendedFor }),
    platform: isPlatform,
    members,
    orders_today: ordersToday,
  };
}

function statusOf({
  suspendedFor,
  notResponding,
  isPaused,
  isPlatform,
  hasProducts,
}: ListedShop): OperatorShopView['status'] {
  if (suspendedFor !== null) return 'suspended';
  if (!hasProducts && !isPlatform) return 'getting_ready';
  if (notResponding) return 'not_responding';
  return isPaused ? 'paused' : 'open';
}

function presentAccount({ isOperator, blockedAt, lastSeenAt, ...account }: ListedAccount): OperatorAccountView {
  const last_seen = lastSeenAt?.toISOString() ?? null;
  return { ...account, operator: isOperator, blocked: blockedAt !== null, last_seen };
}

function presentOrder(order: FoundOrder): OperatorOrderView {
  const { id, orderNumber, createdAt, status, takeaway, paymentStatus, totalPaise, refundedPaise, shop } = order;
  return {
    id,
    orderNumber,
    order_date: createdAt.toISOString(),
    order_status: status,
    takeaway,
    payment_status: paymentStatus,
    total: toRupees(totalPaise),
    refunded: toRupees(refundedPaise),
    refundable: presentRefundable(order),
    shop,
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    customer_email: order.customerEmail,
  };
}
