import type { ShopView } from '@haat/contract/shops/shops.calls';
import type { Shop } from '@haat/core/db/shops.models';
import { canSendMessages } from '@haat/core/gateways/message-sender';
import { offeredProviders } from '@haat/core/gateways/payments/gateways';
import { openingOf } from '@haat/core/shops/opening-hours';
import { isGettingReady } from '@haat/core/shops/shops';
import { presentFacts } from './present-card.ts';
import { presentPause } from './present-pause.ts';

/** A shop as its own screens show it. */
export async function presentShop(shop: Shop): Promise<ShopView> {
  const { id, slug, name, address, pausedAt, minOrderPaise, picture } = shop;
  const facts = { id, slug, name, address, pausedAt, minOrderPaise, picture, opening: openingOf(shop) };
  return {
    ...presentFacts(facts, new Date()),
    ...presentPause(shop),
    phone: shop.phone,
    // The others' addresses are for the platform, not for the public.
    email: shop.isPlatform ? shop.email : null,
    max_per_order: shop.maxPerOrder,
    latitude: shop.latitude,
    longitude: shop.longitude,
    reach_km: shop.reachMetres / 1000,
    accepts_orders_when_closed: shop.acceptsOrdersWhenClosed,
    ready_in_minutes: shop.preparationMinutes + shop.rushMinutes,
    ...(shop.deliveryMinutes > 0 && { delivery_minutes: shop.deliveryMinutes }),
    rush_minutes: shop.rushMinutes,
    payment_providers: offeredProviders(),
    mobile_login: canSendMessages(),
    ...(shop.suspendedAt !== null && { suspended: true }),
    ...((await isGettingReady(shop)) && { getting_ready: true }),
  };
}
