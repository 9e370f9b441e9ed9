import * as api from '@haat/contract/platform/operator-shops.calls';
import type { OperatorShopView } from '@haat/contract/platform/operator-shops.calls';
import { toRupees } from '@haat/contract/rupees';
import { changeShop } from '@haat/core/platform/change-shop';
import { exportShops } from '@haat/core/platform/export-shops';
import { startHelping, stopHelping } from '@haat/core/platform/help-shop';
import { findListedShop, listAllShops, type ListedShop, summarizeShops } from '@haat/core/platform/list-shops';
import { createShop, suspendShop } from '@haat/core/platform/platform-shops';
import { type Route, route } from '../http/route.ts';

export const operatorShopsRoutes: Route[] = [
  route(api.listAllShops, async ({ query }) => (await listAllShops(query)).map(presentShop)),

  route(api.summarizeShops, async ({ query }) => {
    const { orderedPaise, ...sums } = await summarizeShops(query);
    return { ...sums, ordered: toRupees(orderedPaise) };
  }),

  route(api.exportShops, ({ query }) => exportShops(query)),

  route(api.getOperatorShop, async ({ params: { id } }) => readShop(id)),

  route(api.createShop, async ({ user, body }) => {
    const { id } = await createShop({ actorId: user.userId, fields: body });
    return readShop(id);
  }),

  route(api.suspendShop, async ({ user, params: { id }, body: { suspended, reason } }) => {
    await suspendShop({ shopId: id, actorId: user.userId, reason: suspended ? reason : undefined });
    return readShop(id);
  }),

  route(api.changeShop, async ({ user, params: { id }, body }) => {
    await changeShop({ shopId: id, actorId: user.userId, ...body });
    return readShop(id);
  }),

  route(api.startHelping, async ({ user: { sessionId, userId }, params: { id } }) => ({
    token: await startHelping({ sessionId, actorId: userId, shopId: id }),
  })),

  route(api.stopHelping, async ({ user: { sessionId, userId } }) => ({
    token: await stopHelping({ sessionId, actorId: userId }),
  })),
];

const readShop = async (id: number): Promise<OperatorShopView> => presentShop(await findListedShop({ id }));

function presentShop(shop: ListedShop): OperatorShopView {
  const { state, suspendedFor, isPlatform, hasPlace, createdAt, ordersToday, orderedPaise, lastOrderAt, ...fields } =
    shop;
  return {
    ...fields,
    status: state,
    ...(suspendedFor !== null && { suspended: suspendedFor }),
    platform: isPlatform,
    has_place: hasPlace,
    created_at: createdAt.toISOString(),
    orders_today: ordersToday,
    ordered: toRupees(orderedPaise),
    last_order: lastOrderAt?.toISOString() ?? null,
  };
}
