import * as api from '@haat/contract/accounts/shop-devices.calls';
import { findActingShop } from '@haat/core/accounts/shop-rights';
import { listShopDevices, type ShopDevice, signOutDevice } from '@haat/core/accounts/shop-devices';
import { wire } from '@haat/core/lib/wire';
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

function presentDevice(device: ShopDevice, current: string) {
  const { id, userId, memberName, actorId, actorName, createdAt: signedInAt, idleMinutes: pinIdleMinutes } = device;
  const member = { id: userId, name: memberName };
  const person = actorId === null ? null : { id: actorId, name: actorName ?? '' };
  return wire(api.shopDeviceView, { ...device, member, signedInAt, pinIdleMinutes, person, isCurrent: id === current });
}
