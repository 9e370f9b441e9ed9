import type { PoolClient } from 'pg';
import { many, sql } from '../../db/database.ts';
import { hasPermission } from '../../accounts/member-rights.sql.ts';
import type { OutboxEntry } from '../../queue/job-definitions.ts';
import { dispatchAfterCommit } from '../../queue/outbox.ts';

type Notice = { problemId: number; isReminder: boolean };

/**
 * Mails every member who may see the orders of the shop about a problem, in the transaction that reports it or is reminded of
 * it.
 */
export async function addProblemNotices(client: PoolClient, notice: Notice): Promise<void> {
  dispatchAfterCommit(client, ...(await many(ADD_NOTICES, notice, client)));
}

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
