import * as api from '@haat/contract/shops/settings.calls';
import type { SettingsView } from '@haat/contract/shops/settings.calls';
import type { Shop } from '@haat/core/db/shops.models';
import { findActingShop } from '@haat/core/accounts/shop-rights';
import { replaceShopPicture } from '@haat/core/shops/replace-shop-picture';
import { pauseShop, readSettings, saveHours, saveSettings, setRush, settingsFields } from '@haat/core/shops/settings';
import { listFormerIdentities } from '@haat/core/shops/former-identities';
import { isGettingReady } from '@haat/core/shops/shops';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';
import { presentPause } from './present-pause.ts';

export const settingsRoutes: Route[] = [
  route(api.getSettings, async ({ user, params }) => {
    const shopId = await findActingShop('shop', user, params.shopId);
    return presentSettings(await readSettings({ shopId }));
  }),

  route(api.saveSettings, async ({ user, params, body }) => {
    const shopId = await findActingShop('administration', user, params.shopId);
    return presentSettings(await saveSettings({ shopId, actorId: user.actorId, fields: body }));
  }),

  route(api.saveHours, async ({ user, params, body }) => {
    const shopId = await findActingShop('administration', user, params.shopId);
    return presentSettings(await saveHours({ shopId, actorId: user.actorId, ...body }));
  }),

  route(api.setRush, async ({ user, params, body: { minutes } }) => {
    const shopId = await findActingShop('shop', user, params.shopId);
    await setRush({ shopId, actorId: user.actorId, minutes });
    return { minutes };
  }),

  route(api.pauseShop, async ({ user, params, body }) => {
    const shopId = await findActingShop('shop', user, params.shopId);
    return presentPause(await pauseShop({ shopId, actorId: user.actorId, ...body }));
  }),

  route(api.replaceShopPicture, async ({ user, params, readForm }) => {
    const shopId = await findActingShop('administration', user, params.shopId);
    const { file } = await readForm();
    return { picture: await replaceShopPicture({ shopId, actorId: user.actorId, picture: file.bytes }) };
  }),

  route(api.removeShopPicture, async ({ user, params }) => {
    const shopId = await findActingShop('administration', user, params.shopId);
    await replaceShopPicture({ shopId, actorId: user.actorId, picture: undefined });
    return { picture: null };
  }),
];

async function presentSettings(shop: Shop): Promise<SettingsView> {
  const former = await listFormerIdentities(shop.id);
  return {
    ...settingsFields(shop),
    id: shop.id,
    slug: shop.slug,
    name: shop.name,
    gstin: shop.gstin,
    ...(former.length > 0 && {
      former_identities: wire(api.formerIdentityView, former),
    }),
    picture: shop.picture,
    ...presentPause(shop),
    ...(shop.hours && { hours: shop.hours }),
    rush_minutes: shop.rushMinutes,
    not_responding: shop.notResponding,
    ...(shop.suspendedAt !== null && { suspended: shop.suspendedReason ?? '' }),
    ...((await isGettingReady(shop)) && { getting_ready: true }),
    updated: shop.updatedAt.toISOString(),
  };
}
