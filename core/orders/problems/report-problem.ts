import { createHash } from 'node:crypto';
import type { ProblemReport } from '@haat/contract/orders/problems.calls';
import { type ProblemState, reportRefusal } from '@haat/contract/orders/order-problems';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../../db/database.ts';
import { DomainError, invalidField } from '../../errors.ts';
import { dispatchSoon } from '../../queue/outbox.ts';
import { encodeWholePicture } from '../../pictures/encode-picture.ts';
import { countUse, type Limit } from '../../rate-limit/limit.ts';
import type { Session } from '../../accounts/session.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { isFirstRequest } from '../repeated-request.ts';
import { lockOrder } from '../lock-order.ts';
import { recordOrderEvent } from '../../activity/record-order-event.ts';
import { IS_VISIBLE_TO_SHOP, REPORT_UNTIL } from '../order-record.ts';
import { addProblemNotices } from './problem-notices.ts';
import { type ProblemRecord, readProblem } from './problem-record.ts';
import { addMessage } from './problem-thread.ts';

const LIMIT: Limit = { name: 'problem-report', points: 20, seconds: 3600 };

type Report = ProblemReport & {
  orderId: number;
  /** The pictures as they were uploaded. */
  pictures: Buffer[];
  by: Session;
  key: string | undefined;
};

/**
 * Reports a problem with lines of a delivered order, for its customer, once per idempotency key: a repeated request returns the
 * same problem. The shop is notified. Throws not_found, also for orders of others, invalid_input for lines that are not of the
 * order, status_not_allowed before the delivery, after the time of the shop, while another problem of the order is not solved and
 * for the sixth one, idempotency_conflict, rate_limited, and what `encodeWholePicture` throws.
 */
export async function reportProblem({ orderId, lines, text, pictures, by, key }: Report): Promise<ProblemRecord> {
  await requireOwnOrder({ orderId, by });
  await countUse(LIMIT, String(by.userId));
  const encoded: Buffer[] = [];
  for (const picture of pictures) encoded.push(await encodeWholePicture(picture));
  const hashes = pictures.map((bytes) => createHash('sha256').update(bytes).digest('base64url'));
  const reported = await inTransaction(async (client) => {
    const order = await lockOrder(client, orderId);
    const { userId: actorId, sessionId } = by;
    const request = { userId: actorId, orderId, key, body: ['problem', lines, text, hashes] };
    if (!(await isFirstRequest(client, request))) return { problemId: await findReported(client, request) };
    await requireReportable(client, orderId, order);
    await requireLines(client, orderId, lines);

    const added = await one(ADD_PROBLEM, { orderId }, client);
    if (!added) throw new Error(`Order ${orderId} has been deleted`);
    const { problemId } = added;
    if (key !== undefined) await run(LINK_KEY, { userId: actorId, key, problemId }, client);
    for (const { item_id: itemId, kind, quantity } of lines)
      await run(ADD_LINE, { problemId, itemId, kind, quantity }, client);
    for (const [position, bytes] of encoded.entries()) await run(ADD_PICTURE, { problemId, position, bytes }, client);
    const who = { actor: 'customer', actorId } as const;
    await addMessage(client, { problemId, kind: 'reported', ...who, text });
    const details = { problem: problemId, items: lines.map(({ item_id: itemId }) => itemId) };
    await recordOrderEvent(client, { orderId, kind: 'problem_reported', ...who, sessionId, details });
    const message = 'the customer has reported a problem';
    const update = await notifyOfUpdate(client, { orderId, update: 'problem_reported', message });
    return {
      problemId,
      outboxEntries: [update, ...(await addProblemNotices(client, { problemId, isReminder: false }))],
    };
  });
  for (const entry of reported.outboxEntries ?? []) dispatchSoon(entry);
  return readProblem({ problemId: reported.problemId, by });
}

/** Throws not_found unless the order is the user's own, and was placed. */
export async function requireOwnOrder({ orderId, by }: { orderId: number; by: Session }): Promise<void> {
  if (!(await one(FIND_OWN_ORDER, { orderId, userId: by.userId })))
    throw new DomainError('not_found', 'Order not found');
}

const REFUSALS = {
  'not delivered': 'A problem can be reported once the order is delivered.',
  'too late': 'The time to report a problem with this order is over. Please call the shop.',
  unsolved: 'You have already reported a problem with this order. Please write to the shop there.',
  'too many': 'No more problems can be reported with this order. Please call the shop.',
};

async function requireReportable(
  client: PoolClient,
  orderId: number,
  { status, now }: Awaited<ReturnType<typeof lockOrder>>,
): Promise<void> {
  const { reportUntil } = (await one(READ_DEADLINE, { orderId }, client)) ?? {};
  const problems = await many(LIST_STATES, { orderId }, client);
  const refusal = reportRefusal({ status, reportUntil: reportUntil?.getTime(), problems }, now);
  if (refusal) throw new DomainError('status_not_allowed', REFUSALS[refusal]);
}

async function requireLines(client: PoolClient, orderId: number, lines: ProblemReport['lines']): Promise<void> {
  const items = new Map((await many(LIST_ITEMS, { orderId }, client)).map(({ id, quantity }) => [id, quantity]));
  const isOfOrder = ({ item_id: itemId, quantity }: ProblemReport['lines'][number]) =>
    quantity <= (items.get(itemId) ?? 0);
  if (!lines.every(isOfOrder))
    throw invalidField('lines', 'must be lines of the order, and no more of each than ordered');
}

async function findReported(client: PoolClient, request: { userId: number; key: string | undefined }): Promise<number> {
  const reported = await one(FIND_REPORTED, request, client);
  if (!reported) throw new DomainError('not_found', 'Problem not found');
  return reported.problemId;
}

const FIND_OWN_ORDER = sql<{ orderId: number; userId: number }, { id: number }>(
  `SELECT o.id FROM orders o WHERE o.id = :orderId AND o.user_id = :userId AND ${IS_VISIBLE_TO_SHOP}`,
);

const READ_DEADLINE = sql<{ orderId: number }, { reportUntil: Date | null }>(
  `SELECT ${REPORT_UNTIL} AS report_until FROM orders o JOIN shops shop ON shop.id = o.shop_id WHERE o.id = :orderId`,
);

const LIST_STATES = sql<{ orderId: number }, { state: ProblemState }>(
  'SELECT state FROM order_problems WHERE order_id = :orderId',
);

const LIST_ITEMS = sql<{ orderId: number }, { id: number; quantity: number }>(
  'SELECT id, quantity FROM order_items WHERE order_id = :orderId',
);

const LINK_KEY = sql<{ userId: number; key: string; problemId: number }>(
  'UPDATE order_actions SET problem_id = :problemId WHERE user_id = :userId AND key = :key',
);

const FIND_REPORTED = sql<{ userId: number; key: string | undefined }, { problemId: number }>(
  'SELECT problem_id FROM order_actions WHERE user_id = :userId AND key = :key AND problem_id IS NOT NULL',
);

const ADD_PROBLEM = sql<{ orderId: number }, { problemId: number }>(
  'INSERT INTO order_problems (order_id, shop_id) SELECT id, shop_id FROM orders WHERE id = :orderId RETURNING id AS problem_id',
);

const ADD_LINE = sql<{ problemId: number; itemId: number; kind: string; quantity: number }>(
  `INSERT INTO order_problem_lines (problem_id, order_item_id, kind, quantity)
   VALUES (:problemId, :itemId, :kind, :quantity)`,
);

const ADD_PICTURE = sql<{ problemId: number; position: number; bytes: Buffer }>(
  'INSERT INTO order_problem_pictures (problem_id, position, bytes) VALUES (:problemId, :position, :bytes)',
);
