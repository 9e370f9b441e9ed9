import { isShopSlug } from '@haat/contract/rules/shop-slug';
import { isOutage } from '@haat/core/db/outage';
import { env } from '@haat/core/env';
import { isImageName } from '@haat/core/gateways/image-name';
import { imageStore } from '@haat/core/gateways/image-store';
import { shopPictureFile } from '@haat/core/pictures/shop-picture';
import { findShopPicture } from '@haat/core/services/shops/find-shop-picture';
import type { Context, Next } from 'koa';
import { isRead } from './static-files.ts';

const FOREVER = 'max-age=31536000,immutable';
const MINUTE = 'max-age=60';
/** How long browsers remember where a picture is, so that a CDN can be left again. */
const DAY = 'max-age=86400';

/** Pictures that were uploaded. Their names are random and never used again, so that they never change. */
export async function uploadedFiles(ctx: Context, next: Next): Promise<void> {
  const name = isRead(ctx) ? /^\/uploads\/([^/]+)$/.exec(ctx.path)?.[1] : undefined;
  if (!name || !isImageName(name)) return next();
  if (!(await sendPicture(ctx, name, FOREVER))) return next();
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
}

const SHOP_PICTURE = /^\/images\/shops\/(?:(240|560)\/)?([^/]+)\.(?:jpeg|jpg|png)$/;

/**
 * The picture that a shop has uploaded of its front, at every address where its front is looked for, and in place of one
 * that came with the client. Its address stays when it is replaced: browsers ask again after a minute.
 */
export async function shopPictures(ctx: Context, next: Next): Promise<void> {
  const [, width, name = ''] = (isRead(ctx) && SHOP_PICTURE.exec(ctx.path)) || [];
  const slug = decoded(name);
  const picture = isShopSlug(slug) ? await findShopPicture({ slug }).catch(unlessAway) : undefined;
  const isSent = picture && (await sendPicture(ctx, shopPictureFile(picture, width).replace('/uploads/', ''), MINUTE));
  if (!isSent) await next();
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

// Those that came with the client are there without the database.
function unlessAway(error: unknown): undefined {
  if (!isOutage(error)) throw error;
}

async function sendPicture(ctx: Context, name: string, cacheControl: string): Promise<boolean> {
  const headers = { 'Cache-Control': cacheControl, ETag: `"${name}"` };
  if (env.UPLOADS_PUBLIC_URL) {
    ctx.set('Cache-Control', cacheControl === FOREVER ? DAY : cacheControl);
    ctx.redirect(`${env.UPLOADS_PUBLIC_URL.replace(/\/$/, '')}/${name}`);
    return true;
  }
  // What never changes need not be asked for: who has it already names it.
  if (hasAlready(ctx, headers.ETag)) {
    ctx.status = 304;
    ctx.set(headers);
    return true;
  }
  const picture = await imageStore().open(name);
  if (!picture) return false;
  ctx.set(headers);
  ctx.type = name.replace(/^.*\./, '');
  ctx.length = picture.length;
  ctx.body = picture.stream;
  // Should anything but a picture ever get in there, it may do nothing.
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
  return true;
}

const hasAlready = (ctx: Context, tag: string): boolean => ctx.get('If-None-Match').includes(tag);
