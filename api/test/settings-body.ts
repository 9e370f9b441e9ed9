import type { Shop } from '@haat/core/db/shops.models';

/** The body that saves the settings of the shop unchanged. */
export function settingsBody(shop: Shop): Record<string, unknown> {
  return {
    name: shop.name,
    address: shop.address,
    phone: shop.phone,
    open_time: shop.openTime,
    close_time: shop.closeTime,
    max_per_order: shop.maxPerOrder,
    minordervalue: (shop.minOrderPaise ?? 20_000) / 100,
    accepts_orders_when_closed: shop.acceptsOrdersWhenClosed,
    latitude: shop.latitude,
    longitude: shop.longitude,
    reach_km: shop.reachMetres / 1000,
    updated: shop.updatedAt.toISOString(),
  };
}
