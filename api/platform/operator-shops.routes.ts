import * as api from '@haat/contract/platform/operator-shops.calls';
import { changeShop } from '@haat/core/platform/change-shop';
import { startHelping, stopHelping } from '@haat/core/platform/help-shop';
import { findListedShop, type ListedShop, listedShops, summarizeShops } from '@haat/core/platform/list-shops';
import { createShop, suspendShop } from '@haat/core/platform/platform-shops';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';

export const operatorShopsRoutes: Route[] = [
  route(api.listAllShops, async ({ query }) => (await listedShops.list(query)).map(presentShop)),

  route(api.summarizeShops, async ({ query }) => wire(api.operatorShopsSummary, await summarizeShops(query))),

  route(api.exportShops, ({ query }) => listedShops.exportFile(query)),

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

const readShop = async (id: number) => presentShop(await findListedShop({ id }));

const presentShop = (shop: ListedShop) =>
  wire(api.operatorShopView, { ...shop, status: shop.state, suspended: shop.suspendedFor });
