import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ENDPOINTS } from '@haat/contract/endpoints';
import { env, type Env } from '@haat/core/ops/env';
import koaCors from '@koa/cors';
import helmet from 'helmet';
import type { Context, Next } from 'koa';

/** The app's own files and sockets, nothing from other origins, no frames. */
const OWN = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // The first screens are painted from HTML with style attributes.
  'style-src-attr': ["'unsafe-inline'"],
  // The arrows of select boxes, and previews of pictures that are not uploaded yet.
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'media-src': ["'self'"],
  'frame-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
} as const;

const CHECKOUT = 'https://checkout.razorpay.com';
const API = 'https://api.razorpay.com';
const FILES = 'https://cdn.razorpay.com';
const COUNTS = 'https://lumberjack.razorpay.com';

/** Where the page registers for push messages; the messages themselves are received by the browser. */
const PUSH = ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'];

/** Razorpay's script opens its checkout in a frame over the page, which it styles. */
const WITH_RAZORPAY = {
  ...OWN,
  'style-src': ["'self'", "'unsafe-inline'"],
  'script-src': ["'self'", CHECKOUT, FILES],
  'connect-src': [...OWN['connect-src'], CHECKOUT, API, COUNTS],
  'img-src': [...OWN['img-src'], CHECKOUT, FILES],
  'frame-src': [CHECKOUT, API],
};

type Policy = Record<keyof typeof OWN, readonly string[]>;
type Settings = Pick<
  Env,
  'PUBLIC_URL' | 'RAZORPAY_KEY_ID' | 'RAZORPAY_CHECKOUT_URL' | 'FIREBASE_WEB_CONFIG' | 'UPLOADS_PUBLIC_URL'
>;

/** The content security policy of the pages. Other origins are allowed only where the configuration uses them. */
export function contentPolicy({
  PUBLIC_URL,
  RAZORPAY_KEY_ID: key,
  RAZORPAY_CHECKOUT_URL: url,
  FIREBASE_WEB_CONFIG: push,
  UPLOADS_PUBLIC_URL: uploads,
}: Settings): Policy {
  const policy: Policy = key && URL.parse(url)?.origin === CHECKOUT ? WITH_RAZORPAY : OWN;
  const pictures = uploads ? [new URL(uploads).origin] : [];
  return {
    ...policy,
    'img-src': [...policy['img-src'], ...pictures],
    'connect-src': [
      ...policy['connect-src'],
      // Not every browser includes web sockets of the same host in 'self'.
      new URL(PUBLIC_URL).origin.replace(/^http/, 'ws'),
      ...(push ? PUSH : []),
      // The service worker fetches pictures too, and its requests count as connections.
      ...pictures,
    ],
  };
}

const setHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: contentPolicy(env),
  },
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
});

// The device features that the screens use; all others are disabled.
const permissions = 'camera=(self), geolocation=(self), microphone=(), usb=()';

// The same for every response of a kind, so they are computed once.
const forPages: [string, string][] = [...headersOf(setHeaders), ['permissions-policy', permissions]];

// API responses and hashed files are never pages: they may load nothing, and need no headers that concern pages only.
const ofPagesOnly = /^(cross-origin-opener-policy|origin-agent-cluster|permissions-policy|x-(dns|down|perm|xss).*)$/i;
/** For responses of the API and files. */
export const dataHeaders = forPages
  .filter(([name]) => !ofPagesOnly.test(name))
  .map(([name, value]): [string, string] =>
    name.toLowerCase() === 'content-security-policy'
      ? [name, "default-src 'none'; frame-ancestors 'none'"]
      : [name, value],
  );

const DATA = /^\/(api|static)\//;

/** Sets the security headers of every response, errors included. */
export function securityHeaders(ctx: Context, next: Next): Promise<void> {
  const isData = DATA.test(ctx.req.url ?? '');
  return setAll(isData ? dataHeaders : forPages, ctx, next);
}

/** The security headers of a page under /api. */
export function pageSecurityHeaders(ctx: Context, next: Next): Promise<void> {
  return setAll(forPages, ctx, next);
}

function setAll(headers: [string, string][], ctx: Context, next: Next): Promise<void> {
  for (const [name, value] of headers) ctx.res.setHeader(name, value);
  return next();
}

function headersOf(middleware: typeof setHeaders): [string, string][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, (problem) => {
    if (problem) throw new Error('The security headers cannot be computed', { cause: problem });
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}

const INLINE = {
  'script-src': /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g,
  'style-src': /<style>([^]*?)<\/style>/g,
};

type Sources = [directive: string, hashes: string[]][];

let known: { file: string; changedAt: number; sources: Sources } | undefined;

/**
 * Allows the inline scripts and styles of the page by their hashes, and no others. The file is read again when it has changed,
 * because a new build may replace it while the server is running.
 */
export async function allowInlineOfFile(ctx: Context, file: string): Promise<void> {
  const { mtimeMs: changedAt } = await stat(file);
  if (known?.file !== file || known.changedAt !== changedAt)
    known = { file, changedAt, sources: inlineSources(await readFile(file, 'utf8')) };
  allow(ctx, known.sources);
}

/** The same for a page that is generated for this response. */
export function allowInline(ctx: Context, page: string): void {
  allow(ctx, inlineSources(page));
}

function allow(ctx: Context, sources: Sources): void {
  let policy = ctx.response.get('Content-Security-Policy');
  for (const [directive, hashes] of sources) {
    const before = `${directive} 'self'`;
    // A hash would disable 'unsafe-inline'.
    if (hashes.length > 0 && !policy.includes(`${before} 'unsafe-inline'`))
      policy = policy.replace(before, [before, ...hashes].join(' '));
  }
  ctx.set('Content-Security-Policy', policy);
}

function inlineSources(page: string): Sources {
  return Object.entries(INLINE).map(([directive, pattern]) => [
    directive,
    [...page.matchAll(pattern)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
  ]);
}

/** CORS for the configured origins, without cookies. The app's own pages do not need it. */
export const cors = koaCors({
  origin: (ctx) => (isAllowedOrigin(ctx.get('Origin')) ? ctx.get('Origin') : ''),
  allowMethods: [...new Set(ENDPOINTS.map(({ method }) => method.toUpperCase()))],
  allowHeaders: [
    'Acting-As',
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'Last-Event-ID',
    'Read-From',
    'X-Request-Id',
  ],
  exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
  credentials: false,
  maxAge: 600,
});

/** Whether pages of that origin may call the API. */
export function isAllowedOrigin(origin: string): boolean {
  return env.CORS_ORIGINS.includes(origin);
}
