import type { ProblemKind } from '@haat/contract/orders/order-problems';
import { many, one, type Sql, sql } from '../../db/database.ts';
import type { Session } from '../../accounts/session.ts';
import { requireRight } from '../../accounts/shop-rights.ts';
import { FROM_PROBLEMS, PROBLEM_FACTS, type ProblemFacts } from './problem-record.ts';

/** A problem in a list. `isWaiting`: the latest message is one of the customer. */
export type ListedProblem = ProblemFacts & { kinds: ProblemKind[]; items: string[]; isWaiting: boolean };

type Request = { isSolved?: boolean; limit?: number | undefined; after?: number | undefined };

const DEFAULT_LIMIT = 50;
const MOST = 200;

/**
 * The problems of a shop, for its members and the operator: the unsolved ones, by deadline, or the solved ones, newest first;
 * 50, or `limit` up to 200, after the problem `after` in the list. Throws forbidden.
 */
export function listShopProblems({
  by,
  shopId,
  ...request
}: Request & { by: Session; shopId: number }): Promise<ListedProblem[]> {
  requireRight('orders', by, shopId);
  return list({ ...request, shopId });
}

/** The same of all shops, for the operator. */
export const listAllProblems = (request: Request): Promise<ListedProblem[]> => list(request);

const list = ({ isSolved = false, limit = DEFAULT_LIMIT, after, shopId }: Request & { shopId?: number }) =>
  many(isSolved ? LIST_SOLVED : LIST_UNSOLVED, { shopId, after, limit: Math.min(limit, MOST) });

export type ProblemCounts = { open: number; unsolved: number; overdue: number };

/** How many problems of a shop are not solved. Throws forbidden. */
export function countShopProblems(by: Session, shopId: number): Promise<ProblemCounts> {
  requireRight('orders', by, shopId);
  return count(shopId);
}

export const countAllProblems = (): Promise<ProblemCounts> => count(undefined);

const count = async (shopId: number | undefined): Promise<ProblemCounts> =>
  (await one(COUNT, { shopId })) ?? { open: 0, unsolved: 0, overdue: 0 };

/** The deadline of the shop's next step for problem `p`. */
const DEADLINE = `CASE p.state WHEN 'open' THEN p.acknowledge_by ELSE p.solve_by END`;

type Page = { shopId: number | undefined; after: number | undefined; limit: number };

const listSql = (page: string, order: string): Sql<Page, ListedProblem> =>
  sql(
    `
  SELECT ${PROBLEM_FACTS},
    ARRAY(SELECT DISTINCT l.kind FROM order_problem_lines l WHERE l.problem_id = p.id) AS kinds,
    ARRAY(SELECT i.name FROM order_problem_lines l JOIN order_items i ON i.id = l.order_item_id
      WHERE l.problem_id = p.id ORDER BY i.id) AS items,
    (SELECT m.actor = 'customer' FROM order_problem_messages m WHERE m.problem_id = p.id ORDER BY m.id DESC LIMIT 1) AS is_waiting
  ${FROM_PROBLEMS}
  WHERE p.id = ANY (ARRAY(${page}))
  ORDER BY ${order}`,
  );

const OF_SHOP = '(:shopId::bigint IS NULL OR p.shop_id = :shopId::bigint)';

const LIST_UNSOLVED = listSql(
  `SELECT p.id FROM order_problems p WHERE p.solved_at IS NULL AND ${OF_SHOP}
      AND (:after::bigint IS NULL OR (${DEADLINE}, p.id) > (
        SELECT ${DEADLINE}, p.id FROM order_problems p WHERE p.id = :after::bigint))
    ORDER BY ${DEADLINE}, p.id LIMIT :limit`,
  `${DEADLINE}, p.id`,
);

const LIST_SOLVED = listSql(
  `SELECT p.id FROM order_problems p WHERE p.solved_at IS NOT NULL AND ${OF_SHOP}
      AND (:after::bigint IS NULL OR p.id < :after::bigint)
    ORDER BY p.id DESC LIMIT :limit`,
  'p.id DESC',
);

const COUNT = sql<{ shopId: number | undefined }, ProblemCounts>(
  `
  SELECT count(*) FILTER (WHERE p.state = 'open')::int AS open, count(*)::int AS unsolved,
    count(*) FILTER (WHERE ${DEADLINE} <= now())::int AS overdue
  FROM order_problems p WHERE p.solved_at IS NULL AND ${OF_SHOP}`,
);
