import type { PoolClient } from 'pg';
import type { OutboxEntry } from '../../outbox/topics.ts';
import { OTP_MINUTES } from '../auth/otp-code.ts';
import { INSERT_CHANGE_CODE, SUPERSEDE_CHANGE } from './email-change.sql.ts';

type Change = { userId: number; shopId: number; email: string };

/**
 * Makes a code for the new address, and an earlier one stop working; part of the caller's transaction. Answers what is to
 * be dispatched after its commit; undefined when another request has just made one.
 */
export async function replaceEmailCode(
  client: PoolClient,
  { userId, shopId, email }: Change,
): Promise<OutboxEntry | undefined> {
  await dropEmailCodes(client, userId);
  const { rows } = await client.query<Omit<OutboxEntry, 'topic'>>({
    name: 'insert-change-code',
    text: INSERT_CHANGE_CODE,
    values: [userId, email, shopId, OTP_MINUTES],
  });
  return rows[0] && { ...rows[0], topic: 'otp.requested' };
}

/** The user's codes for a new address stop working; part of the caller's transaction. */
export async function dropEmailCodes(client: PoolClient, userId: number): Promise<void> {
  await client.query({ name: 'supersede-change', text: SUPERSEDE_CHANGE, values: [userId] });
}
