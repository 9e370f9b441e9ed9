import * as api from '@haat/contract/api/operator';
import type { OperatorAccountView, OperatorOrderView } from '@haat/contract/api/operator';
import { toRupees } from '@haat/contract/rules/rupees';
import { listOperatorActivity } from '@haat/core/services/activity/activity-log';
import { blockAccount, type ListedAccount, listAccounts } from '@haat/core/services/operator/accounts';
import { findOrders, type FoundOrder } from '@haat/core/services/operator/find-orders';
import { DASHBOARD_PATH, setDashboardCookie } from '../queue-dashboard/dashboard-session.ts';
import { type Route, route } from '../http/route.ts';
import { presentRefundable } from './orders.routes.ts';
import { presentActivity } from './team.routes.ts';

export const operatorRoutes: Route[] = [
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
