import * as api from '@haat/contract/shops/shops.calls';
import type { Shop } from '@haat/core/db/shops.models';
import { log } from '@haat/core/ops/log';
import { countVisit, readVisitCount } from '@haat/core/shops/visits';
import { listAllShops } from '@haat/core/shops/list-all-shops';
import { findShop } from '@haat/core/db/find-shop';
import { listNavigationItems } from '@haat/core/shops/shops';
import { clientAddress } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';
import { listNearbyShops } from './nearby-shops.ts';
import { presentCard } from './present-card.ts';
import { presentShop } from './present-shop.ts';

const positionOf = ({ latitude, longitude }: Pick<Shop, 'latitude' | 'longitude'>) =>
  latitude === null || longitude === null ? {} : { latitude, longitude };

export const shopsRoutes: Route[] = [
  route(api.getNavigation, async ({ query }) => ({ navItems: await listNavigationItems({ shopSlug: query.shop }) })),

  route(api.listShops, async ({ query: { lat, lng, after_open, ...page } }) => {
    if (lat === undefined || lng === undefined) {
      const now = new Date();
      const wasOpen = after_open && { afterOpen: after_open === 'true' };
      const shops = await listAllShops({ now, ...page, ...wasOpen });
      return shops.map((shop) => ({ ...presentCard(shop, shop.isOpen, now), ...positionOf(shop) }));
    }
    return listNearbyShops({ latitude: lat, longitude: lng, ...page });
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
