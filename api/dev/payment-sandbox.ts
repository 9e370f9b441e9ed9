import { DomainError } from '@haat/core/errors';
import type { Context, Middleware } from 'koa';
import { buffer } from 'node:stream/consumers';

const IS_SANDBOX = /^\/dev\/pay(\/|$)/;
const PASSED_ON = ['accept', 'accept-language', 'content-type'];
const HANDED_BACK = ['content-type', 'cache-control', 'location'];
const WITHIN_MS = 10_000;

/**
 * The pages of the payment sandbox, on our own address, so that every browser that reaches us reaches them. It parses its own
 * bodies, so it is mounted before the body parsers of the api. It must not exist in production.
 */
export function paymentSandbox(url: string): Middleware {
  return async (ctx, next) => {
    if (IS_SANDBOX.test(ctx.path)) await handBack(ctx, await ask(new URL(ctx.path + ctx.search, url), ctx));
    else await next();
  };
}

async function handBack(ctx: Context, answer: Response): Promise<void> {
  ctx.status = answer.status;
  for (const name of HANDED_BACK) {
    const value = answer.headers.get(name);
    if (value !== null) ctx.set(name, value);
  }
  ctx.body = Buffer.from(await answer.arrayBuffer());
}

async function ask(url: URL, ctx: Context): Promise<Response> {
  const headers = Object.fromEntries(PASSED_ON.map((name) => [name, ctx.get(name)]).filter(([, value]) => value));
  const body = ctx.method === 'POST' ? { body: await buffer(ctx.req) } : {};
  const signal = AbortSignal.timeout(WITHIN_MS);
  return fetch(url, { method: ctx.method, headers, redirect: 'manual', signal, ...body }).catch(() => {
    throw new DomainError('unavailable', 'The payment sandbox does not respond');
  });
}
