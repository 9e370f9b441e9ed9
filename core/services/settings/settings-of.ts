import type { SettingsFields } from '@haat/contract/api/settings.schema';
import { minimumOrderPaise } from '@haat/contract/rules/min-order-value';
import { toRupees } from '@haat/contract/rules/rupees';
import type { LockedShop } from './lock-shop.ts';

export type Settings = Omit<SettingsFields, 'updated'>;

export const METRES_A_KM = 1000;

/** What can be set of a shop, as the form has it; the address to write to is shown for the platform's own shop only. */
export const settingsOf = (shop: LockedShop): Settings => ({
  name: shop.name ?? '',
  address: shop.address,
  phone: shop.phone,
  ...(shop.isPlatform && { email: shop.email }),
  open_time: shop.openTime,
  close_time: shop.closeTime,
  minordervalue: toRupees(shop.minOrderPaise ?? minimumOrderPaise(undefined)),
  accepts_orders_when_closed: shop.acceptsOrdersWhenClosed,
  latitude: shop.latitude,
  longitude: shop.longitude,
  reach_km: shop.reachMetres / METRES_A_KM,
});
