import { createHash } from 'node:crypto';
import type { ProblemReport } from '@haat/contract/orders/problems.calls';
import { reportRefusal } from '@haat/contract/orders/order-problems';
import type { PoolClient } from 'pg';
import { inTransaction, one, sql } from '../../db/database.ts';
import { OrderAction, OrderItem, OrderProblem, OrderProblemLine, OrderProblemPicture } from '../../db/orders.models.ts';
import { DomainError, invalidField } from '../../errors.ts';
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
  const problemId = await inTransaction(async (client) => {
    const order = await lockOrder(client, orderId);
    const { userId: actorId, sessionId } = by;
    const request = { userId: actorId, orderId, key, body: ['problem', lines, text, hashes] };
    if (!(await isFirstRequest(client, request))) return findReported(client, request);
    await requireReportable(client, orderId, order);
    await requireLines(client, orderId, lines);

    const { id: added } = await OrderProblem.query(client).insert({ orderId, shopId: order.shopId });
    if (key !== undefined) await OrderAction.query(client).findById([actorId, key]).patch({ problemId: added });
    for (const { item_id: orderItemId, kind, quantity } of lines)
      await OrderProblemLine.query(client).insert({ problemId: added, orderItemId, kind, quantity });
    for (const [position, bytes] of encoded.entries())
      await OrderProblemPicture.query(client).insert({ problemId: added, position, bytes });
    const who = { actor: 'customer', actorId } as const;
    await addMessage(client, { problemId: added, kind: 'reported', ...who, text });
    const details = { problem: added, items: lines.map(({ item_id: itemId }) => itemId) };
    await recordOrderEvent(client, { orderId, kind: 'problem_reported', ...who, sessionId, details });
    const message = 'the customer has reported a problem';
    await notifyOfUpdate(client, { orderId, update: 'problem_reported', message });
    await addProblemNotices(client, { problemId: added, isReminder: false });
    return added;
  });
  return readProblem({ problemId, by });
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
  const problems = await OrderProblem.query(client).select('state').where({ orderId });
  const refusal = reportRefusal({ status, reportUntil: reportUntil?.getTime(), problems }, now);
  if (refusal) throw new DomainError('status_not_allowed', REFUSALS[refusal]);
}

async function requireLines(client: PoolClient, orderId: number, lines: ProblemReport['lines']): Promise<void> {
  const ordered = await OrderItem.query(client).select('id', 'quantity').where({ orderId });
  const items = new Map(ordered.map(({ id, quantity }) => [id, quantity]));
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

const FIND_REPORTED = sql<{ userId: number; key: string | undefined }, { problemId: number }>(
  'SELECT problem_id FROM order_actions WHERE user_id = :userId AND key = :key AND problem_id IS NOT NULL',
);
