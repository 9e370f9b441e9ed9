import * as api from '@haat/contract/accounts/shared-devices.calls';
import { sharedDevice } from '@haat/core/accounts/pin-required';
import type { Session } from '@haat/core/accounts/session';
import { findActingShop } from '@haat/core/accounts/shop-rights';
import { readOwnPin, removePin, setOwnPin } from '@haat/core/accounts/member-pin';
import {
  enterPin,
  extendActing,
  lockDevice,
  readSharedDevice,
  setSharedDevice,
  type SharedDevice,
} from '@haat/core/accounts/shared-device';
import { wire } from '@haat/core/lib/wire';
import { requireAccess, type Route, route } from '../http/route.ts';

/** The PINs of members, and the devices that ask for them. */
export const sharedDevicesRoutes: Route[] = [
  route(api.getOwnPin, async ({ user }) => {
    requireOwner(user);
    return wire(api.ownPinView, await readOwnPin(user));
  }),

  route(api.setOwnPin, async ({ user, body }) => {
    requireOwner(user);
    await setOwnPin({ by: user, pin: body.pin, current: body.current_pin });
  }),

  route(api.removePin, async ({ user, params: { shopId: named, userId } }) => {
    if (userId !== user.actorId) requireAccess(user, 'administration');
    const shopId = await findActingShop('membership', user, named);
    await removePin({ shopId, actorId: user.actorId, userId });
  }),

  route(api.getSharedDevice, async ({ user }) => presentSharedDevice(await readSharedDevice(user))),

  route(api.enterPin, ({ user, body }) => enterPin({ by: user, userId: body.user_id, pin: body.pin })),

  route(api.lockDevice, ({ user }) => lockDevice(user)),

  route(api.useDevice, async ({ user }) => ({ until: (await extendActing(user)).toISOString() })),

  route(api.setSharedDevice, async ({ user, params, body }) => {
    const shopId = await findActingShop('administration', user, params.shopId);
    await setSharedDevice({ by: user, shopId, sessionId: params.id, idleMinutes: body.idle_minutes });
  }),
];

/** On a shared device, only the account's own member may change its PIN. Throws DomainError `shared_device`. */
function requireOwner({ isShared, actorId, userId }: Session): void {
  if (isShared && actorId !== userId) throw sharedDevice();
}

const presentSharedDevice = (device: SharedDevice | undefined) =>
  wire(api.sharedDeviceView, {
    asksPin: device !== undefined,
    idleMinutes: device?.idleMinutes ?? null,
    person: device?.actor ?? null,
    until: device?.actingUntil ?? null,
    people: device?.people ?? [],
  });
