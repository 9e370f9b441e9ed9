import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { Router, type RouterContext } from '@koa/router';
import {
  type Access,
  changesShop,
  type Endpoint,
  errorsOf,
  isGuarded,
  isOfAccount,
  namesPerson,
  needsPerson,
  readsSession,
  statusOf,
} from '@haat/contract/endpoint';
import { PRIMARY, READ_FROM } from '@haat/contract/read-from';
import { isPermission } from '@haat/contract/accounts/shop-roles';
import { EncodedBody, type Encoding } from '@haat/core/lib/cache/encoded-body';
import { OneTimeBody } from '@haat/core/lib/cache/one-time-body';
import { mayReadReplica, openReplica } from '@haat/core/db/replica-reads';
import { env } from '@haat/core/ops/env';
import { DomainError } from '@haat/core/errors';
import { observeActivity } from '@haat/core/activity/activity-log';
import { recordHelp } from '@haat/core/activity/help-log';
import { otherPerson, pinRequired, sharedDevice } from '@haat/core/accounts/pin-required';
import { readCachedSession, type Session } from '@haat/core/accounts/session';
import { requireInOwnShop } from '@haat/core/accounts/shop-rights';
import { inTurnsOf } from '@haat/core/lib/turns';
import type { Context, Next } from 'koa';
import compress from 'koa-compress';
import type * as z from 'zod';
import { type FormInput, parse, readBytes, readForm, readIdempotencyKey, readJson } from './input.ts';

/** The state of a request. `session`: on guarded calls, when the access token is valid. */
export type ApiState = { requestId: string; session?: Session | undefined };

/** Returned by a handler that has written its answer to `ctx` itself. */
export const answered: unique symbol = Symbol('answered');

type Parsed<Entry, Part extends string> =
  Entry extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** The input of a handler: everything that the entry declares, parsed. */
export type Call<Entry extends Endpoint> = {
  ctx: Context;
  user: Entry['access'] extends 'public' | 'stream-ticket'
    ? undefined
    : Entry['access'] extends 'refresh-token' | 'anyone'
      ? Session | undefined
      : Session;
  params: Parsed<Entry, 'params'>;
  query: Parsed<Entry, 'query'>;
  body: Parsed<Entry, 'body'>;
  /** The `Idempotency-Key`, for calls that take one. */
  key: string | undefined;
  /** The bytes of a signed body. */
  bytes: Entry extends { isSigned: true } ? Buffer : undefined;
  /** Reads the form. None of it is read before, so a handler can check ownership first. */
  readForm: Entry extends { form: { fields: infer Fields extends z.ZodType; file: infer File } }
    ? () => Promise<FormOf<z.output<Fields>, File>>
    : undefined;
};

type FormOf<Fields, File> = FormInput<Fields> &
  (File extends { isRequired: true } ? { file: NonNullable<FormInput<Fields>['file']> } : unknown);

/** The answer of a handler: the output of the entry, its bytes if they are stored, its file, or nothing. */
type Answer<Entry extends Endpoint> =
  | typeof answered
  | (Entry extends { output: infer Schema extends z.ZodType }
      ? z.output<Schema> | EncodedBody | OneTimeBody
      : Entry extends { file: string }
        ? TextFile | WorkbookFile
        : void);

/** A file of text and the name under which a browser saves it. */
export type TextFile = { csv: Readable; fileName: string };

/** A workbook of Excel, likewise. */
type WorkbookFile = { workbook: Readable; fileName: string };

type Handler<Entry extends Endpoint> = (call: Call<Entry>) => Answer<Entry> | Promise<Answer<Entry>>;

export type Route = { endpoint: Endpoint; handle: (ctx: Context) => Promise<void> };

/** Binds a handler to a call of the contract, which defines the access, the input and the answer. */
export function route<const Entry extends Endpoint>(endpoint: Entry, handler: Handler<Entry>): Route {
  const handle = async (ctx: Context): Promise<void> => {
    if (readsSession(endpoint) || endpoint.isSecret) ctx.set('Cache-Control', 'no-store');
    const call = await readCall(ctx, endpoint);
    ctx.status = statusOf(endpoint);
    const handled = inTurnsOf(senderOf(call), () => whileLogged(call, endpoint, () => handler(call as Call<Entry>)));
    await write(ctx, endpoint, await handled);
  };
  const whole = env.NODE_ENV === 'test' ? checked(endpoint, handle) : handle;
  return { endpoint, handle: endpoint.method === 'get' ? fromReplica(endpoint, whole) : whole };
}

/** A member of a shop also sends in the name of the shop; a customer does not. */
function senderOf({ user, params }: AnyCall): Parameters<typeof inTurnsOf>[0] {
  const session = user as Session | undefined;
  if (!session) return undefined;
  const { shopId = session.shopId } = (params ?? {}) as { shopId?: number };
  return { userId: session.userId, shopId: session.role && shopId };
}

/**
 * A call may read from the replica, unless its client knows of a change that may not have arrived there. Public calls cannot ask
 * for the primary: anyone could send all of its load there.
 */
function fromReplica(endpoint: Endpoint, handle: Route['handle']): Route['handle'] {
  const asksForPrimary = (ctx: Context): boolean => isGuarded(endpoint) && ctx.get(READ_FROM) === PRIMARY;
  return (ctx) =>
    openReplica() === undefined || asksForPrimary(ctx) ? handle(ctx) : mayReadReplica(() => handle(ctx));
}

/** Whether the call changes something for the shop while an operator is helping it. */
function changesHelped({ access, method, path, isReadOnly }: Endpoint): boolean {
  // These calls only affect the alerts on devices.
  if (method === 'get' || isReadOnly || path.startsWith('/api/notifications/')) return false;
  return isPermission(access) || path.startsWith(OF_ORDER) || path.startsWith(OF_PROBLEM);
}

const OF_ORDER = '/api/orders/:id/';
const OF_PROBLEM = '/api/problems/:id/';

/** The changes of an operator who helps a shop are recorded in the activity of the shop. */
async function whileLogged<Result>(
  { user, ctx, params }: AnyCall,
  endpoint: Endpoint,
  change: () => Result | Promise<Result>,
): Promise<Result> {
  const session = user as Session | undefined;
  if (!session?.isHelping || !changesHelped(endpoint)) return change();
  const { shopId = session.shopId, id } = (params ?? {}) as { shopId?: number; id?: number };
  const orderId = endpoint.path.startsWith(OF_ORDER) ? id : undefined;
  const problemId = endpoint.path.startsWith(OF_PROBLEM) ? id : undefined;
  const { result, hasRecorded } = await observeActivity(session.userId, change);
  if (hasRecorded) return result;
  const request = `${ctx.method} ${ctx.path}`;
  const { summary: subject } = endpoint;
  await recordHelp({ shopId, actorId: session.userId, orderId, problemId, subject, request });
  return result;
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

/**
 * The session of the caller, checked against who may make the call. Public calls do not look at the header at all, and calls of
 * access `anyone` ignore an invalid one: an outdated stored token must not break browsing. Throws DomainError `unauthenticated`,
 * `forbidden`, `shop_suspended`, `pin_required` or `shared_device`.
 */
async function authorize(ctx: Context, endpoint: Endpoint): Promise<Session | undefined> {
  if (!readsSession(endpoint)) return undefined;
  const token = bearerToken(ctx.req.headers.authorization ?? '');
  const session = token ? await readCachedSession(token) : undefined;
  ctx.state.session = session;
  if (changesShop(endpoint)) refuseForSuspended(session);
  // The handler of a call with a refresh token looks at that instead.
  if (endpoint.access === 'refresh-token') return session;
  if (session) requirePerson(session, endpoint, ctx.get('acting-as'));
  return endpoint.access === 'anyone' ? session : requireAccess(session, endpoint.access);
}

/** `actingAs`: the id of the user who makes the change, if the client names it, so that it is not recorded for another member. */
function requirePerson({ isShared, isLocked, actorId }: Session, endpoint: Endpoint, actingAs: string): void {
  if (isShared && isOfAccount(endpoint)) throw sharedDevice();
  if (isLocked && needsPerson(endpoint)) throw pinRequired();
  if (actingAs !== '' && namesPerson(endpoint) && actingAs !== String(actorId)) throw otherPerson();
}

/** The session if it has that access. Throws DomainError `unauthenticated` or `forbidden`. */
export function requireAccess(session: Session | undefined, access: Access): Session {
  if (!session) throw new DomainError('unauthenticated', 'Please log in');
  if (isPermission(access)) requireInOwnShop(access, session);
  if (access === 'operator' && !session.isPlatformAdmin)
    throw new DomainError('forbidden', 'Only the operator of the platform can do this.');
  return session;
}

/** Members of a suspended shop can read everything and finish their orders. They can change nothing else. */
function refuseForSuspended(session: Session | undefined): void {
  if (!session?.role || session.isHelping || session.shopSuspendedFor === undefined) return;
  const reason = session.shopSuspendedFor && `: ${session.shopSuspendedFor}`;
  throw new DomainError('shop_suspended', `This shop is suspended${reason}`);
}

/** The token of an Authorization header of the Bearer scheme. */
function bearerToken(header: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header)?.[1];
}

async function write(ctx: Context, { file }: Endpoint, answer: unknown): Promise<void> {
  if (answer === answered) return;
  if (answer instanceof EncodedBody) await answerEncoded(ctx, answer);
  else if (answer instanceof OneTimeBody) answerOnce(ctx, answer);
  else if (file) answerFile(ctx, answer as TextFile | WorkbookFile);
  else if (answer !== undefined) ctx.body = answer;
}

/** Answers stored bytes in the encoding that the client prefers; 304 when it has them already. */
export async function answerEncoded(ctx: Context, body: EncodedBody, type = JSON_TYPE): Promise<void> {
  ctx.status = 200;
  ctx.vary('Accept-Encoding');
  ctx.set('ETag', body.etag);
  if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', 'no-cache');
  ctx.compress = false;
  // `fresh` copies all headers of the answer, which most requests can skip.
  if (ctx.get('if-none-match') !== '' && ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const encoding = encodingFor(ctx);
  sendEncoded(ctx, { bytes: await body.in(encoding), encoding, type });
}

function answerOnce(ctx: Context, body: OneTimeBody): void {
  ctx.vary('Accept-Encoding');
  ctx.compress = false;
  sendEncoded(ctx, { ...body.in(encodingFor(ctx)), type: JSON_TYPE });
}

type Encoded = { bytes: Buffer; encoding: Encoding; type: string };

function sendEncoded(ctx: Context, { bytes, encoding, type }: Encoded): void {
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.set('Content-Type', type);
  ctx.body = bytes;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The headers of browsers, with and without TLS, and of programs that accept anything. These are always known. */
const USUAL_CHOICES: ReadonlyMap<string, Encoding> = new Map<string, Encoding>([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['identity', 'identity'],
  ['', 'identity'],
]);

const MOST_CHOICES = 100;
const choices = new Map<string, Encoding>();

/** The encoding preferred by an `Accept-Encoding` that is usual, or was seen lately. */
export const knownEncoding = (accepted: string): Encoding | undefined =>
  USUAL_CHOICES.get(accepted) ?? choices.get(accepted);

// Clients send a handful of different values, so each is negotiated once. Invented values neither fill the memory nor keep others
// from being remembered: the oldest one makes room.
function encodingFor(ctx: Context): Encoding {
  const accepted = ctx.get('accept-encoding');
  const chosen = knownEncoding(accepted);
  if (chosen) return chosen;
  const encoding = (ctx.acceptsEncodings('br', 'gzip', 'identity') || 'identity') as Encoding;
  const [oldest] = choices.size < MOST_CHOICES ? [] : choices.keys();
  if (oldest !== undefined) choices.delete(oldest);
  choices.set(accepted, encoding);
  return encoding;
}

function answerFile(ctx: Context, file: TextFile | WorkbookFile): void {
  ctx.attachment(file.fileName);
  ctx.type = 'csv' in file ? 'text/csv; charset=utf-8' : 'xlsx';
  ctx.body = 'csv' in file ? file.csv : file.workbook;
}

/** In tests, a field of an answer or an error that the entry does not declare fails the request. */
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
    if (!isOutput || !endpoint.output) return;
    const answer: unknown = JSON.parse(JSON.stringify(ctx.body));
    if (!isDeepStrictEqual(endpoint.output.parse(answer), answer)) throw new Error(`${name} answers undeclared fields`);
  };
}

/** One router for all calls, the most frequent ones first, because it tries the paths in turn. */
export function routerOf(routes: readonly Route[]): Router<ApiState> {
  const router = new Router<ApiState>();
  for (const { endpoint, handle } of routes)
    router.register(endpoint.path, [endpoint.method], (ctx: RouterContext<ApiState>) => handle(ctx));
  return router;
}

const compressed = compress({ br: {}, gzip: {}, deflate: false });

/** Compresses responses where it is worthwhile. A client that accepts no encoding at all gets plain bytes. */
export async function compression(ctx: Context, next: Next): Promise<void> {
  await next();
  // Already encoded, as the most frequent responses are.
  if (ctx.compress === false) return;
  // koa-compress would throw without an acceptable encoding.
  if (!ctx.acceptsEncodings('zstd', 'br', 'gzip', 'identity')) ctx.compress = false;
  await compressed(ctx, async () => {});
}

/**
 * Closes the stream of a response that will not be read: of a HEAD request, or of a client that has disconnected. Koa leaves it
 * open, and an error of a forgotten stream would end the process.
 */
export async function closeUnread(ctx: Context, next: Next): Promise<void> {
  await next();
  const isGone = ctx.res.destroyed;
  if (!(ctx.body instanceof Readable) || !(isGone || ctx.method === 'HEAD')) return;
  ctx.body.once('error', () => {});
  ctx.body.destroy();
  if (isGone) ctx.compress = ctx.respond = false;
}
