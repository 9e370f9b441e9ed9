import * as z from 'zod';
import { id, idParam, timestamp } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { ownShopParams } from '../shops/settings.calls.ts';

export const shopDeviceParams = z.object({ shopId: idParam, id: z.uuid() });

/** A device on which a member of the shop is logged in, to this shop or to another one that they can switch from. */
export const shopDeviceView = z
  .object({
    id: z.uuid(),
    member: z.object({ id, name: z.string() }),
    device: z.string().nullable().meta({ description: 'Browser and operating system, e.g. Chrome on Android' }),
    signed_in_at: timestamp,
    used_at: timestamp,
    elsewhere: z.boolean().meta({ description: 'The device is at another shop now and can switch to this one' }),
    pin_idle_minutes: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'After how many minutes of inactivity the device asks for a PIN; null if it never does' }),
    person: z.object({ id, name: z.string() }).nullable().meta({ description: 'The member who has entered their PIN' }),
    current: z.boolean().meta({ description: 'The device that makes this call' }),
  })
  .meta({ id: 'ShopDevice' });
export type ShopDeviceView = z.infer<typeof shopDeviceView>;

export const listShopDevices = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/devices',
  access: 'membership',
  summary:
    'List the devices on which members can act for the shop, most recently used first: of all members for admins, otherwise of the user',
  params: ownShopParams,
  output: z.array(shopDeviceView),
});

export const signOutDevice = endpoint({
  method: 'delete',
  path: '/api/shops/:shopId/devices/:id',
  access: 'membership',
  changes: ['/api/shops/:shopId/devices'],
  summary: 'Log out a device on which a member can act for the shop: admins any device, others their own',
  params: shopDeviceParams,
  // A lost tablet must not stay logged in because the shop is suspended.
  servesOrders: true,
});
