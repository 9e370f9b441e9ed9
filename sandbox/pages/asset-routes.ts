import { Router } from '@koa/router';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'browser');

/** What browsers load: the style of all pages, and the checkout, whose types are taken off on the way. */
export function assetRoutes(): Router {
  const router = new Router({ prefix: '/dev/pay' });
  router.get('/sandbox.css', async (ctx) => {
    ctx.type = 'css';
    ctx.body = await readFile(join(FOLDER, 'sandbox.css'), 'utf8');
  });
  router.get('/checkout.js', async (ctx) => {
    ctx.type = 'js';
    ctx.body = await scriptOf('checkout.ts');
  });
  router.get('/browser/:name', async (ctx) => {
    const { name = '' } = ctx.params;
    if (!/^[a-z-]+\.ts$/.test(name) || !existsSync(join(FOLDER, name))) return;
    ctx.type = 'js';
    ctx.body = await scriptOf(name);
  });
  return router;
}

const scripts = new Map<string, Promise<string>>();

function scriptOf(name: string): Promise<string> {
  const script =
    scripts.get(name) ?? readFile(join(FOLDER, name), 'utf8').then((source) => stripTypeScriptTypes(source));
  scripts.set(name, script);
  return script;
}
