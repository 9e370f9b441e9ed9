import type { ProblemKind, ProblemMessageKind, ProblemState } from '@haat/contract/orders/order-problems';
import type { OrderActor } from '@haat/contract/orders/order-reasons';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { many, one, sql } from '../../db/database.ts';
import { ERASED_NAME } from '../../db/accounts.models.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { may } from '../../accounts/shop-rights.ts';
import { REFUNDABLE_CASH, REFUNDABLE_ONLINE } from '../../payments/refundable.sql.ts';
import { IS_VISIBLE_TO_SHOP, isByOperator, REPORT_UNTIL } from '../order-record.ts';

type OrderRef = { id: number; orderNumber: string };

/** What lists and the ticket itself have in common. */
export type ProblemFacts = {
  id: number;
  number: string;
  order: OrderRef;
  shop: { id: number; slug: string; name: string | null };
  customerName: string;
  state: ProblemState;
  reportedAt: Date;
  acknowledgeBy: Date;
  solveBy: Date;
};

type ProblemLine = {
  itemId: number;
  name: string;
  size: string | null;
  color: string | null;
  unit: string | null;
  image: string | null;
  pricePaise: number;
  ordered: number;
  quantity: number;
  kind: ProblemKind;
  returned: number;
};

/** `by`: the name of a member or operator; null for the customer, and for the shop if it is one of the operator's people. */
type ProblemMessage = {
  id: number;
  kind: ProblemMessageKind;
  actor: Exclude<OrderActor, 'clock'>;
  by: string | null;
  text: string | null;
  at: string;
};

/** A reported problem with everything that its page shows. */
export type ProblemRecord = ProblemFacts & {
  userId: number;
  acknowledgedAt: Date | null;
  solvedAt: Date | null;
  refundPaise: number | null;
  replacement: OrderRef | null;
  /** What of the order could still go back, through the provider and in cash. */
  refundableOnlinePaise: number;
  refundableCashPaise: number;
  lines: ProblemLine[];
  pictures: string[];
  messages: ProblemMessage[];
};

/** Columns of `ProblemFacts`, of problems `p` with their orders `o` and shops `shop`. */
export const PROBLEM_FACTS = `p.id, p.problem_number AS number, json_build_object('id', o.id, 'orderNumber', o.order_number) AS order,
    json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name) AS shop, o.customer_name, p.state, p.reported_at,
    p.acknowledge_by, p.solve_by`;

export const FROM_PROBLEMS = `FROM order_problems p JOIN orders o ON o.id = p.order_id JOIN shops shop ON shop.id = p.shop_id`;

// A user without a name is shown by the local part of the email address. A customer's own name is on the order.
const selectProblem = (actor: string, hasName: string) => `
  SELECT ${PROBLEM_FACTS}, o.user_id, p.acknowledged_at, p.solved_at, p.refund_paise,
    (SELECT json_build_object('id', r.id, 'orderNumber', r.order_number) FROM orders r WHERE r.id = p.replacement_order_id)
      AS replacement,
    ${REFUNDABLE_ONLINE} AS refundable_online_paise, ${REFUNDABLE_CASH} AS refundable_cash_paise,
    (SELECT json_agg(json_build_object('itemId', i.id, 'name', i.name, 'size', i.size, 'color', i.color, 'unit', i.unit,
        'image', i.image, 'pricePaise', i.unit_price_paise, 'ordered', i.quantity, 'quantity', l.quantity, 'kind', l.kind,
        'returned', l.returned) ORDER BY i.id)
      FROM order_problem_lines l JOIN order_items i ON i.id = l.order_item_id WHERE l.problem_id = p.id) AS lines,
    ARRAY(SELECT f.id::text FROM order_problem_pictures f WHERE f.problem_id = p.id ORDER BY f.position) AS pictures,
    (SELECT json_agg(json_build_object('id', m.id, 'kind', m.kind, 'actor', ${actor}, 'text', m.text, 'at', m.at,
        'by', CASE WHEN ${hasName} THEN (SELECT coalesce(nullif(u.name, ''), split_part(u.email, '@', 1),
          u.login_mobile, '${ERASED_NAME}') FROM users u WHERE u.id = m.actor_id) END) ORDER BY m.id)
      FROM order_problem_messages m WHERE m.problem_id = p.id) AS messages
  ${FROM_PROBLEMS}`;

const BY_OPERATOR = isByOperator('m', 'p.shop_id');
const SELECT_PROBLEM = selectProblem('m.actor', `m.actor <> 'customer'`);
const SELECT_PROBLEM_OF_SHOP = selectProblem(
  `CASE WHEN ${BY_OPERATOR} THEN 'operator' ELSE m.actor END`,
  `m.actor <> 'customer' AND NOT ${BY_OPERATOR}`,
);

type Seen = { problemId: number; by: Session };

/**
 * For its customer, the members of its shop and the operator. Only the operator reads which of its people did something, also
 * while helping the shop. Throws not_found to anyone else.
 */
export async function readProblem({ problemId, by }: Seen): Promise<ProblemRecord> {
  const found = await one(by.isPlatformAdmin ? FIND_PROBLEM : FIND_PROBLEM_OF_SHOP, { problemId });
  if (found && may('orders', by, found.shop.id)) return found;
  if (found?.userId === by.userId) return withoutNames(found);
  throw new DomainError('not_found', 'Problem not found');
}

/** An order with its lines and their reported problems, newest first. */
export type OrderProblems = {
  order: OrderRef;
  shop: ProblemFacts['shop'];
  status: OrderStatus;
  reportUntil: Date | null;
  items: Omit<ProblemLine, 'ordered' | 'kind' | 'returned'>[];
  problems: ProblemRecord[];
};

/** Throws not_found alike. */
export async function readOrderProblems({ orderId, by }: { orderId: number; by: Session }): Promise<OrderProblems> {
  const found = await one(READ_ORDER, { orderId });
  if (!found || !(found.userId === by.userId || may('orders', by, found.shop.id)))
    throw new DomainError('not_found', 'Order not found');
  const { order, shop, status, reportUntil, items } = found;
  const problems = await many(by.isPlatformAdmin ? LIST_OF_ORDER : LIST_OF_ORDER_FOR_SHOP, { orderId });
  const isStaff = may('orders', by, shop.id);
  return { order, shop, status, reportUntil, items, problems: isStaff ? problems : problems.map(withoutNames) };
}

const withoutNames = (problem: ProblemRecord): ProblemRecord => ({
  ...problem,
  messages: problem.messages.map((message) => ({ ...message, by: null })),
});

const findProblem = (select: string) => sql<{ problemId: number }, ProblemRecord>(`${select} WHERE p.id = :problemId`);
const FIND_PROBLEM = findProblem(SELECT_PROBLEM);
const FIND_PROBLEM_OF_SHOP = findProblem(SELECT_PROBLEM_OF_SHOP);

const listOfOrder = (select: string) =>
  sql<{ orderId: number }, ProblemRecord>(`${select} WHERE p.order_id = :orderId ORDER BY p.id DESC`);
const LIST_OF_ORDER = listOfOrder(SELECT_PROBLEM);
const LIST_OF_ORDER_FOR_SHOP = listOfOrder(SELECT_PROBLEM_OF_SHOP);

const READ_ORDER = sql<{ orderId: number }, Omit<OrderProblems, 'problems'> & { userId: number }>(
  `
  SELECT json_build_object('id', o.id, 'orderNumber', o.order_number) AS order,
    json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name) AS shop, o.status, ${REPORT_UNTIL} AS report_until,
    (SELECT json_agg(json_build_object('itemId', i.id, 'name', i.name, 'size', i.size, 'color', i.color, 'unit', i.unit,
        'image', i.image, 'pricePaise', i.unit_price_paise, 'quantity', i.quantity) ORDER BY i.id)
      FROM order_items i WHERE i.order_id = o.id) AS items,
    o.user_id
  FROM orders o JOIN shops shop ON shop.id = o.shop_id WHERE o.id = :orderId AND ${IS_VISIBLE_TO_SHOP}`,
);

/** A picture of a problem, as WebP. Throws not_found like `readProblem`, also for one of another problem. */
export async function readProblemPicture(picture: {
  problemId: number;
  pictureId: string;
  by: Session;
}): Promise<Buffer> {
  const { problemId, pictureId, by } = picture;
  const found = await one(FIND_PICTURE, { problemId, pictureId });
  if (!found || !(found.userId === by.userId || may('orders', by, found.shopId)))
    throw new DomainError('not_found', 'Picture not found');
  return found.bytes;
}

const FIND_PICTURE = sql<{ problemId: number; pictureId: string }, { bytes: Buffer; userId: number; shopId: number }>(`
  SELECT f.bytes, o.user_id, o.shop_id
  FROM order_problem_pictures f JOIN order_problems p ON p.id = f.problem_id JOIN orders o ON o.id = p.order_id
  WHERE f.id = :pictureId::uuid AND p.id = :problemId`);
