import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import type { OutboxEntry } from '../../outbox/topics.ts';
import { countUse } from '../../rate-limit/limit.ts';
import { findShop } from '../shops/find-shop.ts';
import { OTP_MINUTES } from './otp-code.ts';
import { ADDRESS_LIMIT, EMAIL_LIMIT, RESEND_LIMIT } from './otp-limits.ts';

type Request = { email: string; shopSlug: string; address: string };

/**
 * Has a code mailed that signs this email in at this shop; an earlier one stops working. Whether the email is known
 * makes no difference to anything. `address`: where the request came from. Answers the seconds until another may be
 * asked for. Throws DomainError `not_found` for the shop, and `rate_limited`, which leaves a living code alone.
 * Spec section 4.
 */
export async function requestOtp({ email, shopSlug, address }: Request): Promise<{ resendAfter: number }> {
  const shop = await findShop({ slug: shopSlug });
  await countUse(ADDRESS_LIMIT, address);
  await countUse(RESEND_LIMIT, email);
  await countUse(EMAIL_LIMIT, email);
  const entry = await inTransaction((client) => replaceCode(client, email, shop.id));
  if (entry) dispatchSoon(entry);
  return { resendAfter: RESEND_LIMIT.seconds };
}

/** Undefined when another request for the same has just made one. */
async function replaceCode(client: PoolClient, email: string, shopId: number): Promise<OutboxEntry | undefined> {
  await client.query({ name: 'supersede-code', text: SUPERSEDE, values: [email, shopId] });
  const values = [email, shopId, OTP_MINUTES];
  const { rows } = await client.query<OutboxRow>({ name: 'insert-code', text: INSERT_CODE, values });
  const row = rows[0];
  return row && { id: row.id, topic: 'otp.requested', subjectId: row.subject_id };
}

type OutboxRow = { id: number; subject_id: number };

const SUPERSEDE = `
  UPDATE otp_codes SET superseded_at = now()
  WHERE email = $1 AND shop_id = $2 AND user_id IS NULL AND consumed_at IS NULL AND superseded_at IS NULL`;

const INSERT_CODE = `
  WITH code AS (
    INSERT INTO otp_codes (email, shop_id, expires_at) VALUES ($1, $2, now() + make_interval(mins => $3))
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  INSERT INTO outbox (topic, subject_id) SELECT 'otp.requested', id FROM code
  RETURNING id, subject_id`;
