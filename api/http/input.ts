import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import koaMulter from '@koa/multer';
import { bodyParser } from '@koa/bodyparser';
import { idempotencyKey } from '@haat/contract/common';
import type { Form } from '@haat/contract/endpoint';
import { env } from '@haat/core/ops/env';
import { DomainError, invalidField } from '@haat/core/errors';
import type { Context } from 'koa';
import multer from 'multer';
import type * as z from 'zod';

const KB = 1024;
const MAX_BODY_BYTES = 256 * KB;
const MAX_DEPTH = 50;

type Issue = { path: string; message: string };

/**
 * The value as the schema describes it. Throws DomainError `invalid_input` with the first issue as its text and all of them
 * as `issues`.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new DomainError('invalid_input', textOf(issues[0]), { issues });
}

// Our own messages continue the name of the field ("email must be …") or are whole sentences; others follow a colon.
function textOf(issue: Issue | undefined): string {
  if (!issue) return 'Invalid input';
  const { path, message } = issue;
  if (path === '' || message.endsWith('.')) return message;
  return /^[a-z]/.test(message) ? `${path} ${message}` : `${path}: ${message}`;
}

/** The `Idempotency-Key` header. Throws invalid_input, also for an empty one: its sender counts on a key. */
export const readIdempotencyKey = (ctx: Context): string | undefined =>
  parse(idempotencyKey.optional(), ctx.headers['idempotency-key']);

const parseJson = bodyParser({ enableTypes: ['json'], jsonLimit: `${MAX_BODY_BYTES}b`, jsonStrict: true });

/**
 * The JSON body; an empty object if there is none. Throws 415 for other types, which also blocks the forms of foreign pages, and
 * for compressed bodies, which our clients never send; 413 for large and 400 for deeply nested ones.
 */
export async function readJson(ctx: Context): Promise<unknown> {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return undefined;
  if (!hasBody(ctx)) return {};
  requireJson(ctx);
  await parseJson(ctx, async () => {});
  const { body } = ctx.request;
  if (body !== undefined && isDeeperThan(body, MAX_DEPTH))
    throw new DomainError('invalid_input', 'The body is nested too deeply');
  return body;
}

function hasBody({ req: { headers } }: Context): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function requireJson(ctx: Context): void {
  const isPlain = ['', 'identity'].includes(ctx.get('content-encoding'));
  if (!isPlain || !ctx.request.is('application/json'))
    throw new DomainError('unsupported_media_type', 'The body must be JSON');
}

function isDeeperThan(body: unknown, limit: number): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.filter((value) => typeof value === 'object' && value !== null).flatMap(Object.values);
  }
  return false;
}

/** The bytes of a body, because signatures cover the bytes. Throws payload_too_large. */
export async function readBytes({ req }: Context): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new DomainError('payload_too_large', 'The request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const MAX_FILE_BYTES = 5 * KB * KB;
/** The limit for all files of a form together: they are in memory until they are stored. */
const MAX_FILES_BYTES = 12 * KB * KB;
const MAX_FIELDS = 30;

const limitsFor = (files: number): multer.Options['limits'] => ({
  fileSize: MAX_FILE_BYTES,
  files,
  fields: MAX_FIELDS,
  parts: MAX_FIELDS + files,
  fieldSize: 64 * KB,
  fieldNameSize: 100,
  headerPairs: 20,
  // No form has fields like `a[b]`. Two of them can make the parser iterate over an array of 4 billion elements.
  fieldNestingDepth: 0,
});

/** The files and all fields, with their headers and boundaries. */
const maxBytesFor = (files: number): number =>
  Math.min(files * MAX_FILE_BYTES, MAX_FILES_BYTES) + (MAX_FIELDS + files) * 66 * KB;

export type UploadedFile = { name: string; bytes: Buffer };

/** A form as it was sent: its parsed text fields and the files that were chosen; `file` is the first of them. */
export type FormInput<Fields> = { fields: Fields; file: UploadedFile | undefined; files: UploadedFile[] };

/**
 * Reads the multipart form of a call. Throws DomainError `unsupported_media_type` for any other body, `payload_too_large`
 * for a file above 5 MB or a form above its limits, `invalid_input` for a broken form, a file in another field, too many
 * files, fields that the schema rejects and a missing required file.
 */
export async function readForm(ctx: Context, form: Form): Promise<FormInput<unknown>> {
  if (!ctx.request.is('multipart/form-data')) {
    throw new DomainError('unsupported_media_type', 'The body must be a form (multipart/form-data)');
  }
  const { field, kind, isRequired, most = 1 } = form.file;
  const parsed = koaMulter({ storage: koaMulter.memoryStorage(), limits: limitsFor(most) })
    .array(field)(ctx, async () => {})
    .catch((error: unknown) => refuseForm(error, form.file));
  await withinBytes(ctx.req, parsed, maxBytesFor(most));
  type Sent = { body?: Record<string, unknown>; files?: { buffer: Buffer; originalname: string }[] };
  const { body, files: sent = [] } = ctx.request as Sent;
  const fields = parse(form.fields, form.ignoresEmptyFields ? withoutEmpty({ ...body }) : { ...body });
  // A browser sends the field of a file that was not chosen as an empty file.
  const chosen = sent.filter(({ buffer }) => buffer.length > 0);
  const files = chosen.map(({ buffer, originalname }) => ({ name: decodeName(originalname), bytes: buffer }));
  const [file] = files;
  if (isRequired && !file) throw invalidField(field, kind === 'csv' ? 'must be a CSV file' : 'must be an image');
  return { fields, file, files };
}

// The parser limits the parts of a form, but not the bytes before, between and after them.
async function withinBytes(req: IncomingMessage, parsed: Promise<unknown>, most: number): Promise<void> {
  let bytes = 0;
  let count = (_chunk: Buffer): void => {};
  const exceeded = new Promise<never>((_, refuse) => {
    count = (chunk) => {
      bytes += chunk.length;
      if (bytes > most) refuse(new DomainError('payload_too_large', 'The form is too large'));
    };
  });
  req.on('data', count);
  await Promise.race([parsed, exceeded]).finally(() => req.off('data', count));
}

const withoutEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

// Browsers write names in UTF-8, the parser reads them as Latin-1.
const decodeName = (read: string): string => Buffer.from(read, 'latin1').toString('utf8');

const TOO_LARGE = {
  picture: 'The picture must not be larger than 5 MB.',
  csv: 'The file must not be larger than 5 MB.',
};

// Only invalid input makes the parser fail; it runs none of our code.
function refuseForm(error: unknown, { kind, most = 1 }: Form['file']): never {
  const code: string | undefined = error instanceof multer.MulterError ? error.code : undefined;
  if (code === 'LIMIT_FILE_COUNT' && most > 1) {
    throw new DomainError('invalid_input', `A form can have at most ${most} pictures.`);
  }
  if (code === 'LIMIT_FILE_SIZE') throw new DomainError('payload_too_large', TOO_LARGE[kind]);
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT') {
    throw new DomainError('invalid_input', 'Unexpected file field');
  }
  if (code === 'LIMIT_FIELD_NESTING') throw new DomainError('invalid_input', 'Unexpected field');
  if (code?.startsWith('LIMIT_')) throw new DomainError('payload_too_large', 'The form is too large');
  throw new DomainError('invalid_input', 'The form cannot be read');
}

/**
 * The address that limits are counted by; for IPv6, its network, because one customer has 2^64 addresses. Expects `ctx.ip`, which
 * reads X-Forwarded-For only as far as TRUSTED_PROXIES allows.
 */
export function clientAddress(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(address) ? `${networkOf(address)}/64` : address;
}

/** The same for a request that no route handles: the address that our own proxies report. */
export function senderAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((ip) => ip.trim());
  const [ip] = env.TRUSTED_PROXIES > 0 ? forwarded.filter(Boolean).slice(-env.TRUSTED_PROXIES) : [];
  return clientAddress(ip ?? socket.remoteAddress ?? '');
}

function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
