import { resolve } from 'node:path';
import { isShopSlug } from '@haat/contract/rules/shop-slug';
import { isOutage } from '@haat/core/db/outage';
import { env } from '@haat/core/env';
import { shopPictureFile } from '@haat/core/pictures/shop-picture';
import { findShopPicture } from '@haat/core/services/shops/find-shop-picture';
import { send } from '@koa/send';
import type { Context, Next } from 'koa';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

const clientDir = resolve(env.CLIENT_DIR);
const uploadsDir = resolve(env.UPLOADS_DIR);

/** Pictures that were uploaded. Their names are random and never used again, so that they never change. */
export async function uploadedFiles(ctx: Context, next: Next): Promise<void> {
  const file = /^\/uploads(\/.+)$/.exec(ctx.path)?.[1];
  if (!file || !isRead(ctx)) return next();
  const isSent = await sendFile(ctx, file, { root: uploadsDir, maxage: YEAR_MS, immutable: true });
  if (!isSent) return next();
  // Should anything but a picture ever get in there, it may do nothing.
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
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
  if (!picture) return next();
  const file = shopPictureFile(picture, width).replace('/uploads', '');
  if (await sendFile(ctx, file, { root: uploadsDir, maxage: MINUTE_MS, immutable: false })) return;
  ctx.remove('Cache-Control');
  await next();
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

/** The built client. Files with a hash in their name are kept for a year, the page and its worker are asked for anew. */
export async function clientFiles(ctx: Context, next: Next): Promise<void> {
  if (!isRead(ctx) || ctx.path.startsWith('/api/')) return next();
  const path = ctx.path === '/' ? '/index.html' : ctx.path;
  const isHashed = path.startsWith('/static/');
  if (/^\/(index\.html|sw\.js|.*\.webmanifest)$/.test(path)) ctx.set('Cache-Control', 'no-cache');
  const options = { root: clientDir, maxage: isHashed ? YEAR_MS : DAY_MS, immutable: isHashed };
  if (await sendFile(ctx, path, options)) return;
  ctx.remove('Cache-Control');
  await next();
}

const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';

type Options = { root: string; maxage: number; immutable: boolean };

async function sendFile(ctx: Context, path: string, options: Options): Promise<boolean> {
  try {
    if (!(await send(ctx, path, options))) return false;
  } catch (error) {
    // Not there, or a path that leads out of the folder, which is not there either.
    if (error instanceof Error && 'status' in error && [400, 403, 404].includes(Number(error.status))) return false;
    throw error;
  }
  if (ctx.fresh) ctx.status = 304;
  return true;
}
