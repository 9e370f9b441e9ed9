import * as api from '@haat/contract/platform/operator.calls';
import { listOperatorActivity } from '@haat/core/activity/activity-log';
import { blockAccount } from '@haat/core/platform/block-account';
import { exportAccounts, listAccounts, type ListedAccount, listedAccounts } from '@haat/core/platform/list-accounts';
import { wire } from '@haat/core/lib/wire';
import { DASHBOARD_PATH, setDashboardCookie } from '../queue-dashboard/dashboard-session.ts';
import { type Route, route } from '../http/route.ts';
import { presentActivity } from '../accounts/team.routes.ts';

export const operatorRoutes: Route[] = [
  route(api.listOperatorActivity, async ({ query }) => {
    const rows = await listOperatorActivity(query);
    return rows.map(({ shopId, slug, shopName, ...row }) => ({
      ...presentActivity(row),
      shop: shopId === null ? null : { id: shopId, slug: slug ?? '', name: shopName },
    }));
  }),

  route(api.listAccounts, async ({ query }) => (await listAccounts(query)).map(presentAccount)),

  route(api.summarizeAccounts, ({ query }) => listedAccounts.summarize(query)),

  route(api.exportAccounts, ({ user, query }) => exportAccounts({ ...query, actorId: user.userId })),

  route(api.blockAccount, async ({ user, params: { id }, body: { blocked } }) =>
    presentAccount(await blockAccount({ userId: id, actorId: user.userId, isBlocked: blocked })),
  ),

  route(api.openQueueDashboard, async ({ ctx, user }) => {
    await setDashboardCookie(ctx, user);
    return { path: `${DASHBOARD_PATH}/` };
  }),
];

const presentAccount = (account: ListedAccount) =>
  wire(api.operatorAccountView, { ...account, isBlocked: account.blockedAt !== null });
