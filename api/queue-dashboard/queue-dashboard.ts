import { unescape } from 'node:querystring';
import { env } from '@haat/core/ops/env';
import { DomainError } from '@haat/core/errors';
import { QUEUE_NAMES } from '@haat/core/queue/job-definitions';
import { readyQueue } from '@haat/core/queue/queues';
import type { Context, Middleware, Next } from 'koa';
import { DASHBOARD_LOOK, inOurFrame, LOOK_FILE, readLook } from './dashboard-look.ts';
import { DASHBOARD_PATH, requireDashboardAccess } from './dashboard-session.ts';

/** Retrying or removing failed jobs, one or all; nothing that pauses, empties or adds jobs. */
const OF_ALL = /^\/api\/queues\/[\w-]+\/(?:retry|clean)\/failed$/;
const OF_ONE = /^\/api\/queues\/([\w-]+)\/([^/]+)\/(?:retry|clean)$/;
const READS = new Set(['GET', 'HEAD']);

// The dashboard's page sets its own base.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

let dashboard: Promise<Middleware> | undefined;

/** The dashboard of the job queues, for operators with its cookie. Payloads are ids, so it shows no personal data. */
export async function queueDashboard(ctx: Context, next: Next): Promise<void> {
  if (ctx.path !== DASHBOARD_PATH && !ctx.path.startsWith(`${DASHBOARD_PATH}/`)) return next();
  await requireDashboardAccess(ctx);
  const path = ctx.path.slice(DASHBOARD_PATH.length);
  if (!READS.has(ctx.method) && !(ctx.method === 'PUT' && (await isOfFailed(path))))
    throw new DomainError('forbidden', 'Only failed jobs can be retried and removed here');
  ctx.set('Content-Security-Policy', POLICY);
  ctx.set('Cache-Control', 'no-store');
  if (path === `/${LOOK_FILE}`) {
    ctx.type = 'css';
    ctx.body = await readLook(env.CLIENT_DIR);
    return;
  }
  dashboard ??= openDashboard();
  // The next request tries again.
  dashboard.catch(() => (dashboard = undefined));
  await (
    await dashboard
  )(ctx, next);
  if (ctx.response.is('html') && typeof ctx.body === 'string') ctx.body = inOurFrame(ctx.body);
}

// The dashboard itself would remove a job in any state but active.
async function isOfFailed(path: string): Promise<boolean> {
  if (OF_ALL.test(path)) return true;
  const [, queueName, id] = OF_ONE.exec(path) ?? [];
  const name = QUEUE_NAMES.find((known) => known === queueName);
  if (!name || !id) return false;
  const job = await (await readyQueue(name)).getJob(unescape(id));
  return (await job?.isFailed()) ?? false;
}

/** Loaded with the first request to the dashboard. */
async function openDashboard(): Promise<Middleware> {
  const [{ createBullBoard }, { BullMQAdapter }, { KoaAdapter }, queues] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/koa'),
    Promise.all(QUEUE_NAMES.map((name) => readyQueue(name))),
  ]);
  type BoardQueue = ConstructorParameters<typeof BullMQAdapter>[0];
  const serverAdapter = new KoaAdapter().setBasePath(DASHBOARD_PATH);
  // They are BullMQ queues; their type here has only the methods that the product uses.
  const shown = queues.map((queue) => new BullMQAdapter(queue as unknown as BoardQueue));
  createBullBoard({ queues: shown, serverAdapter, options: { uiConfig: DASHBOARD_LOOK } });
  return serverAdapter.registerPlugin() as Middleware;
}
