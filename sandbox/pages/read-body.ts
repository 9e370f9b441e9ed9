import type { Context } from 'koa';
import { text } from 'node:stream/consumers';
import { parse as parseForm } from 'qs';
import { Refusal } from '../world/refusal.ts';

/** The body of a call, be it JSON or a form. */
export async function readBody(ctx: Context): Promise<Record<string, unknown>> {
  const raw = await text(ctx.req);
  if (!ctx.is('json')) return parseForm(raw);
  try {
    return JSON.parse(raw) as Record<string, unknown>;
  } catch {
    throw new Refusal('The body is not valid JSON');
  }
}
