import { Router, type RouterContext } from '@koa/router';
import { type Endpoint, errorsOf, statusOf } from '@haat/contract/api/endpoint';
import { EncodedBody } from '@haat/core/cache/encoded-body';
import { env } from '@haat/core/env';
import { DomainError } from '@haat/core/errors';
import type { Session } from '@haat/core/services/auth/session';
import type { Context } from 'koa';
import type * as z from 'zod';
import { answerEncoded, answerFile, type TextFile } from './answer.ts';
import { type FormInput, parse, readBytes, readForm, readIdempotencyKey, readJson } from './input.ts';
import { type ApiState, authorize } from './session.ts';

/** Returned by a handler that has written its answer to `ctx` itself. */
export const answered: unique symbol = Symbol('answered');

type Parsed<Entry, Part extends string> =
  Entry extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** What a handler gets: everything that the entry declares, parsed. */
export type Call<Entry extends Endpoint> = {
  ctx: Context;
  user: Entry['access'] extends 'public' | 'stream-ticket'
    ? undefined
    : Entry['access'] extends 'refresh-token'
      ? Session | undefined
      : Session;
  params: Parsed<Entry, 'params'>;
  query: Parsed<Entry, 'query'>;
  body: Parsed<Entry, 'body'>;
  /** The `Idempotency-Key`, for calls that take one. */
  key: string | undefined;
  /** The bytes of a signed body. */
  bytes: Entry extends { isSigned: true } ? Buffer : undefined;
  /** Reads the form. Nothing of it is read before, so a handler can check ownership first. */
  readForm: Entry extends { form: { fields: infer Fields extends z.ZodType; file: infer File } }
    ? () => Promise<FormOf<z.output<Fields>, File>>
    : undefined;
};

type FormOf<Fields, File> = FormInput<Fields> &
  (File extends { isRequired: true } ? { file: NonNullable<FormInput<Fields>['file']> } : unknown);

/** What a handler answers: the output of the entry, its bytes if they are stored, its file, or nothing. */
type Answer<Entry extends Endpoint> =
  | typeof answered
  | (Entry extends { output: infer Schema extends z.ZodType }
      ? z.output<Schema> | EncodedBody
      : Entry extends { file: string }
        ? TextFile
        : void);

type Handler<Entry extends Endpoint> = (call: Call<Entry>) => Answer<Entry> | Promise<Answer<Entry>>;

export type Route = { endpoint: Endpoint; handle: (ctx: Context) => Promise<void> };

/** A call of the contract with its handler: who may make it, its input and its answer are those of the entry. */
export function route<const Entry extends Endpoint>(endpoint: Entry, handler: Handler<Entry>): Route {
  const handle = async (ctx: Context): Promise<void> => {
    if (endpoint.isSecret) ctx.set('Cache-Control', 'no-store');
    const call = await readCall(ctx, endpoint);
    ctx.status = statusOf(endpoint);
    await write(ctx, endpoint, await handler(call as Call<Entry>));
  };
  return { endpoint, handle: env.NODE_ENV === 'test' ? checked(endpoint, handle) : handle };
}

type AnyCall = Record<Exclude<keyof Call<Endpoint>, 'ctx'>, unknown> & { ctx: Context };

async function readCall(ctx: Context, endpoint: Endpoint): Promise<AnyCall> {
  const { params, query, body, form, isSigned, isIdempotent } = endpoint;
  const call = {
    ctx,
    user: await authorize(ctx, endpoint),
    params: params && parse(params, ctx.params),
    query: query && parse(query, ctx.query),
    key: isIdempotent ? readIdempotencyKey(ctx) : undefined,
    body: undefined,
    bytes: undefined,
    readForm: undefined,
  };
  if (form) return { ...call, readForm: () => readForm(ctx, form) };
  if (isSigned) return { ...call, bytes: await readBytes(ctx) };
  const json = await readJson(ctx);
  return { ...call, body: body && parse(body, json) };
}

async function write(ctx: Context, { file }: Endpoint, answer: unknown): Promise<void> {
  if (answer === answered) return;
  if (answer instanceof EncodedBody) await answerEncoded(ctx, answer);
  else if (file) answerFile(ctx, answer as TextFile);
  else if (answer !== undefined) ctx.body = answer;
}

/** In tests, an answer or an error that the entry does not declare fails the request. */
function checked(endpoint: Endpoint, handle: Route['handle']): Route['handle'] {
  const codes = new Set(errorsOf(endpoint));
  const name = `${endpoint.method} ${endpoint.path}`;
  return async (ctx) => {
    try {
      await handle(ctx);
    } catch (error) {
      if (!(error instanceof DomainError) || codes.has(error.code)) throw error;
      throw new Error(`${name} does not declare the error ${error.code}`, { cause: error });
    }
    const isOutput = ctx.status < 300 && typeof ctx.body === 'object' && !Buffer.isBuffer(ctx.body);
    if (isOutput) endpoint.output?.parse(JSON.parse(JSON.stringify(ctx.body)));
  };
}

/** One router for all calls, those first that are made most: it tries the paths in turn. */
export function routerOf(routes: readonly Route[]): Router<ApiState> {
  const router = new Router<ApiState>();
  for (const { endpoint, handle } of routes)
    router.register(endpoint.path, [endpoint.method], (ctx: RouterContext<ApiState>) => handle(ctx));
  return router;
}
