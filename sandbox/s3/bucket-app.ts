import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa, { type Context } from 'koa';
import type { BucketFault, BucketFaults } from './bucket-faults.ts';
import { wrongWithSignature } from './check-signature.ts';
import { listOf } from './list-objects.ts';
import type { Bucket, KeptObject } from './start-bucket.ts';

type Tools = { faults: BucketFaults; calls: string[] };

/** One bucket by its address: put, get, head and delete an object, list them. Everything else is refused. */
export function createBucketApp(bucket: Bucket, { faults, calls }: Tools): Koa {
  const app = new Koa();
  app.use(async (ctx) => {
    const body = await buffer(ctx.req);
    const { method } = ctx;
    const [, name, key = ''] = /^\/([^/]+)(?:\/(.*))?$/.exec(decodeURIComponent(ctx.path)) ?? [];
    calls.push(`${method} ${key}`.trim());
    const fault = faults.take(method, key);
    if (fault.delayMs) await sleep(fault.delayMs);
    if (fault.reset === 'before') return breakOff(ctx);
    if (fault.status) return refuse(ctx, fault.status, 'ServiceUnavailable');
    const wrong = wrongWithSignature(ctx.req, body, bucket.keys);
    if (wrong) return refuse(ctx, 403, wrong);
    if (name !== bucket.name) return refuse(ctx, 404, 'NoSuchBucket');
    if (key) await answerObject(ctx, { bucket, key, body, fault });
    else answerList(ctx, bucket);
    if (fault.reset === 'after') breakOff(ctx);
  });
  return app;
}

type Call = { bucket: Bucket; key: string; body: Buffer; fault: BucketFault };

async function answerObject(ctx: Context, { bucket, key, body, fault }: Call): Promise<void> {
  if (ctx.method === 'PUT') {
    const cacheControl = ctx.get('cache-control');
    bucket.objects.set(key, { bytes: body, type: ctx.get('content-type'), cacheControl, at: new Date() });
    ctx.status = 200;
    ctx.set('ETag', tagOf(body));
  } else if (ctx.method === 'DELETE') {
    bucket.objects.delete(key);
    ctx.status = 204;
  } else if (ctx.method === 'GET' || ctx.method === 'HEAD') {
    const object = bucket.objects.get(key);
    if (!object) return refuse(ctx, 404, 'NoSuchKey');
    answerBytes(ctx, object, fault);
  } else refuse(ctx, 405, 'MethodNotAllowed');
}

function answerBytes(ctx: Context, { bytes, type, cacheControl, at }: KeptObject, { half }: BucketFault): void {
  ctx.set({ 'Content-Type': type, 'Cache-Control': cacheControl, 'Last-Modified': at.toUTCString() });
  ctx.set('ETag', tagOf(bytes));
  if (!half) {
    ctx.body = bytes;
    return;
  }
  ctx.respond = false;
  ctx.res.writeHead(200, { 'Content-Length': bytes.length });
  ctx.res.write(bytes.subarray(0, bytes.length / 2), () => half === 'broken' && breakOff(ctx));
}

function answerList(ctx: Context, bucket: Bucket): void {
  if (ctx.method !== 'GET' || ctx.query['list-type'] !== '2') return refuse(ctx, 501, 'NotImplemented');
  ctx.type = 'application/xml';
  ctx.body = listOf(bucket, new URLSearchParams(ctx.querystring));
}

function refuse(ctx: Context, status: number, code: string): void {
  ctx.status = status;
  ctx.type = 'application/xml';
  ctx.body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}

function breakOff(ctx: Context): void {
  ctx.respond = false;
  ctx.req.socket.destroy();
}

const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
