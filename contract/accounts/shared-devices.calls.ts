import * as z from 'zod';
import { IDLE_MINUTES, isCommonPin, PIN_PATTERN } from './member-pin.ts';
import { SHOP_ROLES } from './shop-roles.ts';
import { id, timestamp } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { shopDeviceParams } from './shop-devices.calls.ts';
import { memberParams } from './team.calls.ts';

const pin = z.string().regex(PIN_PATTERN, 'must be 4 to 6 digits');
const newPin = pin.refine((digits) => !isCommonPin(digits), 'is easy to guess. Choose another one.');
const person = z.object({ id, name: z.string() });

/** `fresh`: the login is recent enough to set a PIN without the old one; never on a shared device. */
export const ownPinView = z.object({ set: z.boolean(), fresh: z.boolean() }).meta({ id: 'OwnPin' });
export type OwnPinView = z.infer<typeof ownPinView>;

export const getOwnPin = endpoint({
  method: 'get',
  path: '/api/users/me/pin',
  access: 'membership',
  summary: 'Check whether the user has a PIN for the shared devices of the shop',
  output: ownPinView,
  errors: ['shared_device'],
});

export const setOwnPinBody = z.object({ pin: newPin, current_pin: pin.optional() });

export const setOwnPin = endpoint({
  method: 'put',
  path: '/api/users/me/pin',
  access: 'membership',
  changes: ['/api/users/me/pin', '/api/shops/:shopId/members'],
  summary: 'Set or change the PIN of the user for the shared devices of the shop',
  description:
    'With the old PIN, or within 15 minutes after a login on a device that is not shared. On a shared device, only the ' +
    'member whose account is logged in there can change it.',
  body: setOwnPinBody,
  servesOrders: true,
  errors: ['pin_wrong', 'login_required', 'shared_device', 'rate_limited'],
});

export const removePin = endpoint({
  method: 'delete',
  path: '/api/shops/:shopId/members/:userId/pin',
  access: 'membership',
  changes: ['/api/users/me/pin', '/api/shops/:shopId/members'],
  summary: "Remove a member's PIN (admins only), or the caller's own",
  params: memberParams,
  servesOrders: true,
});

/** `person`: who is working; null while the device is locked. `until`: when it locks unless it is used. */
export const sharedDeviceView = z
  .object({
    asks_pin: z.boolean(),
    idle_minutes: z.number().int().nullable(),
    person: person.extend({ role: z.enum(SHOP_ROLES) }).nullable(),
    until: timestamp.nullable(),
    people: z.array(person).meta({ description: 'The members who have a PIN' }),
  })
  .meta({ id: 'SharedDevice' });
export type SharedDeviceView = z.infer<typeof sharedDeviceView>;

export const getSharedDevice = endpoint({
  method: 'get',
  path: '/api/shared-device',
  access: 'membership',
  onSharedDevice: 'locked',
  summary: 'Get whether the device of this login asks for a PIN, and who is working on it',
  output: sharedDeviceView,
});

export const enterPinBody = z.object({ user_id: id, pin });
const rightsToken = z.object({
  token: z.string().meta({ description: 'With the permissions of the member who is working' }),
});

export const enterPin = endpoint({
  method: 'post',
  path: '/api/shared-device/person',
  access: 'membership',
  summary: 'Unlock a shared device with the PIN of a member',
  description:
    'What is changed with this login is then recorded for that member, and allowed as far as their role goes. In 15 minutes, ' +
    'a member has five wrong PINs on a device, a device 15 and a shop 40; in a day, a member has 20.',
  body: enterPinBody,
  servesOrders: true,
  onSharedDevice: 'locked',
  output: rightsToken,
  errors: ['pin_wrong', 'not_found', 'rate_limited'],
});

export const lockDevice = endpoint({
  method: 'delete',
  path: '/api/shared-device/person',
  access: 'membership',
  changes: ['/api/shared-device'],
  summary: 'Lock a shared device until a member enters their PIN',
  servesOrders: true,
  onSharedDevice: 'locked',
  output: rightsToken,
});

export const useDevice = endpoint({
  method: 'post',
  path: '/api/shared-device/use',
  access: 'membership',
  summary: 'Report that a shared device is in use, so that it does not lock yet',
  servesOrders: true,
  output: z.object({ until: timestamp }),
  errors: ['not_found'],
});

/** `idle_minutes`: null to ask for no PIN. */
export const setSharedDeviceBody = z.object({
  idle_minutes: z
    .number()
    .refine(
      (minutes) => (IDLE_MINUTES as readonly number[]).includes(minutes),
      `must be one of ${IDLE_MINUTES.join(', ')}`,
    )
    .nullable(),
});

export const setSharedDevice = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/devices/:id/pin',
  access: 'administration',
  changes: ['/api/shops/:shopId/devices', '/api/shared-device'],
  summary: 'Make a device of the shop ask for a PIN and lock after some minutes of inactivity',
  params: shopDeviceParams,
  body: setSharedDeviceBody,
  errors: ['pin_missing'],
});
