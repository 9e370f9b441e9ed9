import type { ShopCard, ShopView } from '@haat/contract/api/shops';
import * as api from '@haat/contract/api/shops';
import { minimumOrderPaise } from '@haat/contract/rules/order-terms';
import { toRupees } from '@haat/contract/rules/rupees';
import type { Shop } from '@haat/core/db/shop.model';
import { canSendMessages } from '@haat/core/gateways/message-sender';
import { offeredProviders } from '@haat/core/gateways/payments/gateways';
import { log } from '@haat/core/log';
import { countVisit, readVisitCount } from '@haat/core/services/analytics/visits';
import { listNavigationItems, findShop, listShops } from '@haat/core/services/shops/shops';
import { findNearbyShops } from '@haat/core/services/shops/find-nearby-shops';
import { clientAddress } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';

export const shopsRoutes: Route[] = [
  route(api.getNavigation, async () => ({ navItems: await listNavigationItems() })),

  route(api.listShops, async ({ query: { lat, lng, ...page } }) => {
    if (lat === undefined || lng === undefined) return (await listShops(page)).map(presentCard);
    const shops = await findNearbyShops({ latitude: lat, longitude: lng, ...page });
    return shops.map((shop) => ({ ...presentCard(shop), distance_km: toKilometres(shop.distanceMetres) }));
  }),

  route(api.getShop, async ({ params }) => presentShop(await findShop(params))),

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

type Card = Pick<Shop, 'id' | 'slug' | 'name' | 'address' | 'openTime' | 'closeTime' | 'timeZone' | 'pausedAt'>;

function presentCard({ openTime, closeTime, timeZone, pausedAt, ...card }: Card): ShopCard {
  const { id, slug, name, address } = card;
  const hours = { open_time: openTime, close_time: closeTime, time_zone: timeZone };
  return { id, slug, name, address, ...hours, paused: pausedAt !== null };
}

function presentShop(shop: Shop): ShopView {
  return {
    ...presentCard(shop),
    phone: shop.phone,
    // The others' addresses are for the platform, not for the public.
    email: shop.isPlatform ? shop.email : null,
    minordervalue: toRupees(shop.minOrderPaise ?? minimumOrderPaise(undefined)),
    max_per_order: shop.maxPerOrder,
    accepts_orders_when_closed: shop.acceptsOrdersWhenClosed,
    payment_providers: offeredProviders(),
    mobile_login: canSendMessages(),
    ...(shop.suspendedAt !== null && { suspended: true }),
  };
}

const toKilometres = (metres: number) => Math.round(metres / 10) / 100;
