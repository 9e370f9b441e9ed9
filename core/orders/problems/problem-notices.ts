import type { LanguageCode } from '@haat/contract/accounts/language';
import type { PoolClient } from 'pg';
import { many, one, sql } from '../../db/database.ts';
import { hasPermission } from '../../accounts/member-rights.sql.ts';
import type { OutboxEntry } from '../../queue/job-definitions.ts';

type Notice = { problemId: number; isReminder: boolean };

/**
 * Has every member who may see the orders of the shop get a mail about a problem, in the transaction that reports it or is
 * reminded of it. Returns the entries to dispatch after the commit.
 */
export const addProblemNotices = (client: PoolClient, notice: Notice): Promise<OutboxEntry[]> =>
  many(ADD_NOTICES, notice, client);

const ADD_NOTICES = sql<Notice, OutboxEntry>(
  `
  WITH notice AS (
    INSERT INTO order_problem_notices (problem_id, user_id, is_reminder)
    SELECT p.id, u.id, :isReminder::boolean
    FROM order_problems p JOIN shop_members m ON m.shop_id = p.shop_id AND ${hasPermission('m', 'orders')}
    JOIN users u ON u.id = m.user_id
    WHERE p.id = :problemId::bigint AND u.email IS NOT NULL AND u.blocked_at IS NULL
    RETURNING id
  )
  INSERT INTO outbox (topic, subject_id) SELECT 'problem.notice', id FROM notice
  RETURNING id, topic, subject_id`,
);

type NoticeMail = {
  email: string;
  language: LanguageCode | null;
  isReminder: boolean;
  problemId: number;
  number: string;
  orderNumber: string;
  acknowledgeBy: Date;
  solveBy: Date;
  slug: string;
};

/** Recipient and contents of the mail; undefined when it was already sent, or the problem has been solved. */
export const prepareProblemNotice = (ids: { noticeId: number; outboxId: number }): Promise<NoticeMail | undefined> =>
  one(PREPARE, ids);

const PREPARE = sql<{ noticeId: number; outboxId: number }, NoticeMail>(
  `
  SELECT u.email, u.language, n.is_reminder, p.id AS problem_id, p.problem_number AS number, o.order_number, p.acknowledge_by,
    p.solve_by, shop.slug
  FROM order_problem_notices n JOIN order_problems p ON p.id = n.problem_id JOIN orders o ON o.id = p.order_id
  JOIN shops shop ON shop.id = p.shop_id JOIN users u ON u.id = n.user_id
  JOIN outbox entry ON entry.id = :outboxId AND entry.subject_id = n.id AND entry.done_at IS NULL
  WHERE n.id = :noticeId AND u.email IS NOT NULL AND p.solved_at IS NULL`,
);
