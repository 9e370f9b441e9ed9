import { unescape } from 'node:querystring';
import { DomainError } from '@haat/core/errors';
import { QUEUE_NAMES } from '@haat/core/jobs/define-job';
import { readyQueue } from '@haat/core/jobs/queues';
import type { Context, Middleware, Next } from 'koa';
import { BOARD_PATH, requirePass } from './board-pass.ts';

/** Retrying or removing what has failed, one or all; nothing that holds up, empties or invents work. */
const OF_ALL = /^\/api\/queues\/[\w-]+\/(?:retry|clean)\/failed$/;
const OF_ONE = /^\/api\/queues\/([\w-]+)\/([^/]+)\/(?:retry|clean)$/;
const READS = new Set(['GET', 'HEAD']);

// The board's page sets its own base; letters from elsewhere are not loaded, which it does without.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

let board: Promise<Middleware> | undefined;

/** The board of the queues, for operators with a pass. Payloads are ids, so that it shows nothing of anybody. */
export async function queueBoard(ctx: Context, next: Next): Promise<void> {
  if (ctx.path !== BOARD_PATH && !ctx.path.startsWith(`${BOARD_PATH}/`)) return next();
  await requirePass(ctx);
  const path = ctx.path.slice(BOARD_PATH.length);
  if (!READS.has(ctx.method) && !(ctx.method === 'PUT' && (await isOfFailed(path))))
    throw new DomainError('forbidden', 'Failed jobs can be retried and removed here, and nothing else');
  ctx.set('Content-Security-Policy', POLICY);
  ctx.set('Cache-Control', 'no-store');
  board ??= openBoard();
  // The next one tries again.
  board.catch(() => (board = undefined));
  await (
    await board
  )(ctx, next);
}

// The board itself would remove a job in any state but while it is being done.
async function isOfFailed(path: string): Promise<boolean> {
  if (OF_ALL.test(path)) return true;
  const [, queueName, id] = OF_ONE.exec(path) ?? [];
  const name = QUEUE_NAMES.find((known) => known === queueName);
  if (!name || !id) return false;
  const job = await (await readyQueue(name)).getJob(unescape(id));
  return (await job?.isFailed()) ?? false;
}

/** Loaded when somebody first looks: no other request pays for it. */
async function openBoard(): Promise<Middleware> {
  const [{ createBullBoard }, { BullMQAdapter }, { KoaAdapter }, queues] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/koa'),
    Promise.all(QUEUE_NAMES.map((name) => readyQueue(name))),
  ]);
  type BoardQueue = ConstructorParameters<typeof BullMQAdapter>[0];
  const serverAdapter = new KoaAdapter().setBasePath(BOARD_PATH);
  // They are queues of BullMQ; the rest of the product sees only the part of them that it uses.
  const shown = queues.map((queue) => new BullMQAdapter(queue as unknown as BoardQueue));
  createBullBoard({ queues: shown, serverAdapter, options: { uiConfig: { boardTitle: 'Haat' } } });
  return serverAdapter.registerPlugin() as Middleware;
}
