import { Router } from '@koa/router';
import { type ShopCard, shopParams, shopsQuery, type ShopView } from '@haat/contract/api/shops.schema';
import { minimumOrderPaise } from '@haat/contract/rules/min-order-value';
import { toRupees } from '@haat/contract/rules/rupees';
import type { Shop } from '@haat/core/db/shop.model';
import { offeredProviders } from '@haat/core/gateways/payments/gateways';
import { findNearbyShops } from '@haat/core/services/shops/find-nearby-shops';
import { findShop } from '@haat/core/services/shops/find-shop';
import { listShops } from '@haat/core/services/shops/list-shops';
import { parse } from '../http/parse.ts';
import type { ApiState } from '../http/session.ts';

export const shopsRoutes = new Router<ApiState>({ prefix: '/api/shops' });

shopsRoutes.get('/', async (ctx) => {
  const { lat, lng, ...page } = parse(shopsQuery, ctx.query);
  if (lat === undefined || lng === undefined) {
    ctx.body = (await listShops(page)).map(presentCard);
    return;
  }
  const shops = await findNearbyShops({ latitude: lat, longitude: lng, ...page });
  ctx.body = shops.map((shop) => ({ ...presentCard(shop), distance_km: kilometres(shop.distanceMetres) }));
});

shopsRoutes.get('/:slug', async (ctx) => {
  const { slug } = parse(shopParams, ctx.params);
  const shop = await findShop({ slug });
  ctx.body = presentShop(shop);
});

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
    accepts_orders_when_closed: shop.acceptsOrdersWhenClosed,
    payment_providers: offeredProviders(),
    ...(shop.suspendedAt !== null && { suspended: true }),
  };
}

const kilometres = (metres: number) => Math.round(metres / 10) / 100;
