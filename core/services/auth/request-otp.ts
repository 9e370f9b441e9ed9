import { shopName } from '@haat/contract/rules/shop';
import type { PoolClient } from 'pg';
import { inTransaction, one, run, sql } from '../../db/database.ts';
import type { OtpPurpose } from '../../mail.ts';
import { dispatchSoon } from '../../jobs/outbox.ts';
import type { OutboxEntry } from '../../jobs/job-definitions.ts';
import { findShop } from '../shops/shops.ts';
import { countOtpRequest, hashOtpCode, newOtpCode, OTP_MINUTES, RESEND_LIMIT } from './otp-code.ts';

type Request = { email: string; shopSlug: string; address: string };

/**
 * Mails a code that signs this email in at this shop, and supersedes an earlier one. The answer is the same whether or not
 * the email is known. `address`: the network address of the request. Returns the seconds until another code may be
 * requested. Throws DomainError `not_found` for the shop, and `rate_limited`, which leaves an earlier code valid.
 */
export async function requestOtp({ email, shopSlug, address }: Request): Promise<{ resendAfter: number }> {
  const shop = await findShop({ slug: shopSlug });
  await countOtpRequest({ email, address });
  const entry = await inTransaction((client) => replaceCode(client, { email, shopId: shop.id }));
  if (entry) dispatchSoon(entry);
  return { resendAfter: RESEND_LIMIT.seconds };
}

type Owner = { email: string; shopId: number };

/** Undefined when a concurrent request has just created a code. */
async function replaceCode(client: PoolClient, owner: Owner): Promise<OutboxEntry | undefined> {
  await run(SUPERSEDE, owner, client);
  const row = await one(INSERT_CODE, { ...owner, minutes: OTP_MINUTES }, client);
  return row && { ...row, topic: 'otp.requested' };
}

const SUPERSEDE = sql<Owner>(
  `UPDATE otp_codes SET superseded_at = now()
   WHERE email = :email AND shop_id = :shopId AND user_id IS NULL AND consumed_at IS NULL AND superseded_at IS NULL`,
  'supersede-code',
);

const INSERT_CODE = sql<Owner & { minutes: number }, { id: number; subjectId: number }>(
  `WITH code AS (
     INSERT INTO otp_codes (email, shop_id, expires_at) VALUES (:email, :shopId, now() + make_interval(mins => :minutes))
     ON CONFLICT DO NOTHING
     RETURNING id
   )
   INSERT INTO outbox (topic, subject_id) SELECT 'otp.requested', id FROM code
   RETURNING id, subject_id`,
  'insert-code',
);

type MailedCode = { email: string; purpose: OtpPurpose; code: string };

/**
 * Makes the code of a row of otp_codes for its mail and stores the hash; the code itself is only in the result. Undefined
 * when no mail is due: the code has expired, was superseded or consumed, or its mail was sent.
 */
export async function prepareOtp(row: { otpId: number; outboxId: number }): Promise<MailedCode | undefined> {
  const code = newOtpCode();
  const stored = await one(STORE_CODE, { ...row, codeHash: hashOtpCode(row.otpId, code) });
  if (!stored) return undefined;
  const purpose = stored.isChange ? 'new address' : { signsInAt: shopName(stored) };
  return { email: stored.email, purpose, code };
}

// A second run of the job, after one that failed before its mail was sent, replaces the code of the first.
const STORE_CODE = sql<
  { otpId: number; outboxId: number; codeHash: string },
  { email: string; slug: string; name: string | null; isChange: boolean }
>(
  `UPDATE otp_codes c SET code_hash = :codeHash
   FROM shops h
   WHERE c.id = :otpId AND h.id = c.shop_id
     AND c.consumed_at IS NULL AND c.superseded_at IS NULL AND c.expires_at > now()
     AND EXISTS (SELECT FROM outbox o WHERE o.id = :outboxId AND o.done_at IS NULL)
   RETURNING c.email, h.slug, h.name, c.user_id IS NOT NULL AS is_change`,
  'prepare-otp',
);
