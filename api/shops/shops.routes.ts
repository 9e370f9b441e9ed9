import type { ShopView } from '@haat/contract/shops/shops.calls';
import * as api from '@haat/contract/shops/shops.calls';
import type { Shop } from '@haat/core/db/shops.models';
import { canSendMessages } from '@haat/core/gateways/message-sender';
import { offeredProviders } from '@haat/core/gateways/payments/gateways';
import { log } from '@haat/core/ops/log';
import { countVisit, readVisitCount } from '@haat/core/shops/visits';
import { listAllShops } from '@haat/core/shops/list-all-shops';
import { findShop } from '@haat/core/db/find-shop';
import { isGettingReady, listNavigationItems } from '@haat/core/shops/shops';
import { clientAddress } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';
import { listNearbyShops } from './nearby-shops.ts';
import { presentCard, presentFacts } from './present-card.ts';
import { presentPause } from './present-pause.ts';

const positionOf = ({ latitude, longitude }: Pick<Shop, 'latitude' | 'longitude'>) =>
  latitude === null || longitude === null ? {} : { latitude, longitude };

export const shopsRoutes: Route[] = [
  route(api.getNavigation, async ({ query }) => ({ navItems: await listNavigationItems({ shopSlug: query.shop }) })),

  route(api.listShops, async ({ query: { lat, lng, after_open, ...page } }) => {
    if (lat === undefined || lng === undefined) {
      const now = new Date();
      const wasOpen = after_open && { afterOpen: after_open === 'true' };
      const shops = await listAllShops({ now, ...page, ...wasOpen });
      return shops.map((shop) => ({ ...presentCard(shop, shop.isOpen), ...positionOf(shop) }));
    }
    return listNearbyShops({ latitude: lat, longitude: lng, ...page });
  }),

  route(api.getShop, async ({ params }) => {
    const shop = await findShop(params);
    return presentShop(shop, await isGettingReady(shop));
  }),

  route(api.countVisit, async ({ ctx }) => {
    try {
      await countVisit({ visitor: clientAddress(ctx.ip) });
    } catch (error) {
      // Not the visitor's problem.
      log.warn({ requestId: ctx.state.requestId, error: String(error) }, 'A visit was not counted');
    }
  }),

  route(api.getVisitCount, async ({ ctx }) => {
    const count = await readVisitCount();
    ctx.set('Cache-Control', 'public, max-age=10');
    return { count };
  }),
];

function presentShop(shop: Shop, isReadying: boolean): ShopView {
  return {
    ...presentFacts(shop),
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
    rush_minutes: shop.rushMinutes,
    payment_providers: offeredProviders(),
    mobile_login: canSendMessages(),
    ...(shop.suspendedAt !== null && { suspended: true }),
    ...(isReadying && { getting_ready: true }),
  };
}
