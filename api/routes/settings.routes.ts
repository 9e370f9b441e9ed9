import { Router } from '@koa/router';
import {
  ownShopParams,
  pauseBody,
  type PauseView,
  saveSettingsBody,
  type ShopPictureView,
  type SettingsView,
} from '@haat/contract/api/settings.schema';
import type { Shop } from '@haat/core/db/shop.model';
import { DomainError } from '@haat/core/errors';
import { findActingShop } from '@haat/core/services/auth/acting-shop';
import { pauseShop } from '@haat/core/services/settings/pause-shop';
import { readSettings } from '@haat/core/services/settings/read-settings';
import { replaceShopPicture } from '@haat/core/services/settings/replace-shop-picture';
import { saveSettings } from '@haat/core/services/settings/save-settings';
import { settingsOf } from '@haat/core/services/settings/settings-of';
import { parse } from '../http/parse.ts';
import { readPictureForm } from '../http/picture-form.ts';
import { type ApiState, requireAdmin, requireMember } from '../http/session.ts';

export const settingsRoutes = new Router<ApiState>({ prefix: '/api/shops/:shopId' });

settingsRoutes.get('/settings', async (ctx) => {
  const session = requireMember(ctx.state);
  const shopId = await findActingShop(session, parse(ownShopParams, ctx.params).shopId);
  ctx.body = presentSettings(await readSettings({ shopId }));
});

settingsRoutes.put('/settings', async (ctx) => {
  const session = requireAdmin(ctx.state);
  const shopId = await findActingShop(session, parse(ownShopParams, ctx.params).shopId);
  const fields = parse(saveSettingsBody, ctx.request.body);
  ctx.body = presentSettings(await saveSettings({ shopId, actorId: session.userId, fields }));
});

settingsRoutes.put('/pause', async (ctx) => {
  const session = requireMember(ctx.state);
  const shopId = await findActingShop(session, parse(ownShopParams, ctx.params).shopId);
  const { paused } = parse(pauseBody, ctx.request.body);
  await pauseShop({ shopId, actorId: session.userId, paused });
  ctx.body = { paused } satisfies PauseView;
});

settingsRoutes.put('/picture', async (ctx) => {
  const session = requireAdmin(ctx.state);
  const shopId = await findActingShop(session, parse(ownShopParams, ctx.params).shopId);
  const { picture } = await readPictureForm(ctx, 'picture');
  if (!picture) throw new DomainError('invalid_input', 'picture must be an image');
  const path = await replaceShopPicture({ shopId, actorId: session.userId, picture });
  ctx.body = { picture: path } satisfies ShopPictureView;
});

settingsRoutes.delete('/picture', async (ctx) => {
  const session = requireAdmin(ctx.state);
  const shopId = await findActingShop(session, parse(ownShopParams, ctx.params).shopId);
  await replaceShopPicture({ shopId, actorId: session.userId, picture: undefined });
  ctx.body = { picture: null } satisfies ShopPictureView;
});

function presentSettings(shop: Shop): SettingsView {
  return {
    ...settingsOf(shop),
    id: shop.id,
    slug: shop.slug,
    name: shop.name,
    picture: shop.picture,
    paused: shop.pausedAt !== null,
    ...(shop.suspendedAt !== null && { suspended: shop.suspendedReason ?? '' }),
    updated: shop.updatedAt.toISOString(),
  };
}
