import * as api from '@haat/contract/accounts/shop-devices.calls';
import type { ShopDeviceView } from '@haat/contract/accounts/shop-devices.calls';
import { findActingShop } from '@haat/core/accounts/shop-rights';
import { listShopDevices, type ShopDevice, signOutDevice } from '@haat/core/accounts/shop-devices';
import { type Route, route } from '../http/route.ts';

/** The devices that are logged in to a shop. */
export const shopDevicesRoutes: Route[] = [
  route(api.listShopDevices, async ({ user, params }) => {
    const shopId = await findActingShop('membership', user, params.shopId);
    return (await listShopDevices({ by: user, shopId })).map((device) => presentDevice(device, user.sessionId));
  }),

  route(api.signOutDevice, async ({ user, params }) => {
    const shopId = await findActingShop('membership', user, params.shopId);
    await signOutDevice({ by: user, shopId, sessionId: params.id });
  }),
];

const presentDevice = (
  { id, userId, memberName, device, createdAt, usedAt, isElsewhere, idleMinutes, actorId, actorName }: ShopDevice,
  current: string,
): ShopDeviceView => ({
  id,
  member: { id: userId, name: memberName },
  device,
  signed_in_at: createdAt.toISOString(),
  used_at: usedAt.toISOString(),
  elsewhere: isElsewhere,
  pin_idle_minutes: idleMinutes,
  person: actorId === null ? null : { id: actorId, name: actorName ?? '' },
  current: id === current,
});
