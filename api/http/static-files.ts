import { join, resolve } from 'node:path';
import { send } from '@koa/send';
import type { Context, Next } from 'koa';
import { env } from '@haat/core/ops/env';
import { DEFAULT_SHOP_IMAGE } from '@haat/contract/catalog/pictures';
import { isShopSlug } from '@haat/contract/shops/shop';
import { isOutage } from '@haat/core/db/outage';
import { imageStore, isImageName } from '@haat/core/gateways/image-store';
import { readCatalogPicture } from '@haat/core/catalog/catalog-picture';
import { shopPictureFile } from '@haat/core/pictures/store-picture';
import { findShopPicture } from '@haat/core/shops/shops';
import { allowInlineOfFile } from './headers.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

const clientDir = resolve(env.CLIENT_DIR);

/** The built client. Files with a hash in their name are cached for a year; the page and its worker are revalidated. */
export async function clientFiles(ctx: Context, next: Next): Promise<void> {
  if (!isRead(ctx) || ctx.path.startsWith('/api/')) return next();
  const path = ctx.path === '/' ? '/index.html' : ctx.path;
  const isHashed = path.startsWith('/static/');
  if (/^\/(index\.html|sw\.js|.*\.webmanifest)$/.test(path)) ctx.set('Cache-Control', 'no-cache');
  const options = { root: clientDir, maxage: isHashed ? YEAR_MS : DAY_MS, immutable: isHashed };
  if (await sendFile(ctx, path, options)) {
    if (path === '/index.html') await allowInlineOfFile(ctx, join(clientDir, path));
    return;
  }
  ctx.remove('Cache-Control');
  await next();
}

const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';

type Options = { root: string; maxage: number; immutable: boolean };

async function sendFile(ctx: Context, path: string, options: Options): Promise<boolean> {
  try {
    if (!(await send(ctx, path, options))) return false;
  } catch (error) {
    // Missing, or a path that leads out of the folder.
    if (error instanceof Error && 'status' in error && [400, 403, 404].includes(Number(error.status))) return false;
    throw error;
  }
  if (ctx.fresh) ctx.status = 304;
  return true;
}

const FOREVER = 'max-age=31536000,immutable';
const MINUTE = 'max-age=60';
/** How long browsers cache a redirect to a picture, so that the CDN can be changed. */
const DAY = 'max-age=86400';

/** Uploaded pictures. Their names are random and never reused, so they never change. */
export async function uploadedFiles(ctx: Context, next: Next): Promise<void> {
  const name = isRead(ctx) ? /^\/uploads\/([^/]+)$/.exec(ctx.path)?.[1] : undefined;
  if (!name || !isImageName(name)) return next();
  if (!(await sendPicture(ctx, name, FOREVER))) return next();
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
}

const SHOP_PICTURE = /^\/images\/shops\/(?:(240|560)\/)?([^/]+)\.(?:jpeg|jpg|png)$/;

/**
 * The uploaded picture of a shop, at every address where clients look for one, in place of a picture that is part of the
 * client. The address stays the same when the picture is replaced, so browsers revalidate it after a minute.
 */
export async function shopPictures(ctx: Context, next: Next): Promise<void> {
  const { picture, width } = await shopPictureOf(ctx);
  const isSent = picture && (await sendPicture(ctx, shopPictureFile(picture, width).replace('/uploads/', ''), MINUTE));
  if (!isSent) await next();
}

/** The default logo for a shop without a picture, so that browsers do not request one at three addresses. */
export async function defaultShopPicture(ctx: Context, next: Next): Promise<void> {
  const options = { root: clientDir, maxage: MINUTE_MS, immutable: false };
  const { picture } = await shopPictureOf(ctx);
  const isSent = picture !== undefined && (await sendFile(ctx, DEFAULT_SHOP_IMAGE, options));
  if (!isSent) await next();
}

/** The requested picture of a shop and its width; empty for any other path. */
async function shopPictureOf(
  ctx: Context,
): Promise<{ picture?: string | null | undefined; width?: string | undefined }> {
  const [, width, name = ''] = (isRead(ctx) && SHOP_PICTURE.exec(ctx.path)) || [];
  const slug = decoded(name);
  return isShopSlug(slug) ? { width, picture: await findShopPicture({ slug }).catch(ignoreOutage) } : {};
}

const CATALOG_PICTURE = /^\/images\/catalog\/([a-z0-9-]+?)(?:-(160|320|640))?\.webp$/;

/**
 * The drawn pictures of known products, in the widths of uploaded ones: products that were added in bulk show them. A form
 * fetches the one of the chosen product and uploads it with the new one.
 */
export async function catalogPictures(ctx: Context, next: Next): Promise<void> {
  const [, name, width] = (isRead(ctx) && CATALOG_PICTURE.exec(ctx.path)) || [];
  const picture = name === undefined ? undefined : await readCatalogPicture(name, width);
  if (!picture) return next();
  ctx.set('Cache-Control', `max-age=${DAY_MS / 1000}`);
  ctx.type = 'image/webp';
  ctx.body = Buffer.from(picture);
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

// The pictures of the client are available without the database.
function ignoreOutage(error: unknown): undefined {
  if (!isOutage(error)) throw error;
}

async function sendPicture(ctx: Context, name: string, cacheControl: string): Promise<boolean> {
  const headers = { 'Cache-Control': cacheControl, ETag: `"${name}"` };
  if (env.UPLOADS_PUBLIC_URL) {
    ctx.set('Cache-Control', cacheControl === FOREVER ? DAY : cacheControl);
    ctx.redirect(`${env.UPLOADS_PUBLIC_URL.replace(/\/$/, '')}/${name}`);
    return true;
  }
  // A picture never changes: its name is its ETag.
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
  // Prevents anything other than a picture from running code.
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
  return true;
}

const hasAlready = (ctx: Context, tag: string): boolean => ctx.get('If-None-Match').includes(tag);
