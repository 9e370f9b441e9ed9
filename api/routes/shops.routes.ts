import type { ShopCard, ShopView } from '@haat/contract/api/shops';
import * as api from '@haat/contract/api/shops';
import { isOpenAt } from '@haat/contract/rules/opening-hours';
import { minimumOrderPaise } from '@haat/contract/rules/order-terms';
import { shopImageCandidates } from '@haat/contract/rules/pictures';
import { toRupees } from '@haat/contract/rules/rupees';
import { shopSign } from '@haat/contract/rules/shop-sign';
import type { Shop } from '@haat/core/db/shop.model';
import { canSendMessages } from '@haat/core/gateways/message-sender';
import { offeredProviders } from '@haat/core/gateways/payments/gateways';
import { log } from '@haat/core/log';
import { countVisit, readVisitCount } from '@haat/core/services/analytics/visits';
import { findNearbyShops } from '@haat/core/services/shops/find-nearby-shops';
import { listAllShops } from '@haat/core/services/shops/list-all-shops';
import { findShop, isGettingReady, listNavigationItems } from '@haat/core/services/shops/shops';
import { clientAddress } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';
import { presentPause } from './present-pause.ts';

export const shopsRoutes: Route[] = [
  route(api.getNavigation, async ({ query }) => ({ navItems: await listNavigationItems({ shopSlug: query.shop }) })),

  route(api.listShops, async ({ query: { lat, lng, after_open, ...page } }) => {
    const now = new Date();
    if (lat === undefined || lng === undefined) {
      const wasOpen = after_open && { afterOpen: after_open === 'true' };
      const shops = await listAllShops({ now, ...page, ...wasOpen });
      return shops.map((shop) => presentCard(shop, shop.isOpen));
    }
    const shops = await findNearbyShops({ latitude: lat, longitude: lng, ...page });
    return shops.map((shop) => ({
      ...presentCardAt(shop, now),
      distance_km: toKilometres(shop.distanceMetres),
    }));
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

type Card = Pick<
  Shop,
  | 'id'
  | 'slug'
  | 'name'
  | 'trade'
  | 'address'
  | 'openTime'
  | 'closeTime'
  | 'timeZone'
  | 'pausedAt'
  | 'minOrderPaise'
  | 'picture'
>;

const hoursOf = ({ openTime, closeTime, timeZone }: Pick<Card, 'openTime' | 'closeTime' | 'timeZone'>) => ({
  open_time: openTime,
  close_time: closeTime,
  time_zone: timeZone,
});

export const presentCard = (shop: Card, open: boolean): ShopCard => ({
  ...presentFacts(shop),
  trade: shop.trade,
  sign: shopSign(shop.trade),
  open,
});

/** The card of a shop whose present state is not known yet. */
export const presentCardAt = (shop: Card, now: Date): ShopCard =>
  presentCard(shop, shop.pausedAt === null && isOpenAt(hoursOf(shop), now));

function presentFacts(shop: Omit<Card, 'trade'>) {
  const { id, slug, name, address, pausedAt, minOrderPaise, picture } = shop;
  return {
    id,
    slug,
    name,
    address,
    ...hoursOf(shop),
    paused: pausedAt !== null,
    minordervalue: toRupees(minOrderPaise ?? minimumOrderPaise(undefined)),
    picture: picture === null ? null : (shopImageCandidates(slug)[0] ?? null),
  };
}

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

export const toKilometres = (metres: number) => Math.round(metres / 10) / 100;
