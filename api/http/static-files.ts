import { join, resolve } from 'node:path';
import { env } from '@haat/core/env';
import { send } from '@koa/send';
import type { Context, Next } from 'koa';
import { letOwnScriptsRun } from './page-policy.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

const clientDir = resolve(env.CLIENT_DIR);

/** The built client. Files with a hash in their name are kept for a year, the page and its worker are asked for anew. */
export async function clientFiles(ctx: Context, next: Next): Promise<void> {
  if (!isRead(ctx) || ctx.path.startsWith('/api/')) return next();
  const path = ctx.path === '/' ? '/index.html' : ctx.path;
  const isHashed = path.startsWith('/static/');
  if (/^\/(index\.html|sw\.js|.*\.webmanifest)$/.test(path)) ctx.set('Cache-Control', 'no-cache');
  const options = { root: clientDir, maxage: isHashed ? YEAR_MS : DAY_MS, immutable: isHashed };
  if (await sendFile(ctx, path, options)) {
    if (path === '/index.html') await letOwnScriptsRun(ctx, join(clientDir, path));
    return;
  }
  ctx.remove('Cache-Control');
  await next();
}

export const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';

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
