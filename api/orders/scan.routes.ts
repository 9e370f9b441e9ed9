import * as api from '@haat/contract/orders/scan.calls';
import { resolveCode } from '@haat/core/orders/resolve-code';
import { type Route, route } from '../http/route.ts';
import { presentShop } from '../shops/present-shop.ts';

export const scanRoutes: Route[] = [
  route(api.scan, async ({ user, query: { code, shopId } }) => {
    const resolved = await resolveCode({ by: user, shopId, text: code });
    return resolved.kind === 'shop' ? { kind: 'shop' as const, shop: await presentShop(resolved.shop) } : resolved;
  }),
];
