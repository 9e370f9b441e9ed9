import { shopName } from '@haat/contract/rules/shop-name';
import { database } from '../../db/database.ts';
import type { OtpPurpose } from '../../mail/otp-mail.ts';
import { hashOtpCode, newOtpCode } from './otp-code.ts';

/**
 * Makes the code of a row of otp_codes and stores its hash; the code itself is only in the answer. Undefined when the
 * row is no longer waiting for one: expired, superseded, used, or its mail is out.
 */
export async function prepareOtp({
  otpId,
  outboxId,
}: {
  otpId: number;
  outboxId: number;
}): Promise<{ email: string; purpose: OtpPurpose; code: string } | undefined> {
  const code = newOtpCode();
  const { rows } = await database().pool.query<Row>({
    name: 'prepare-otp',
    text: PREPARE,
    values: [otpId, hashOtpCode(otpId, code), outboxId],
  });
  const row = rows[0];
  if (!row) return undefined;
  const purpose = row.is_change ? 'new address' : { signsInAt: shopName(row) };
  return { email: row.email, purpose, code };
}

type Row = { email: string; slug: string; name: string | null; is_change: boolean };

// A second run of the job, after one that broke off before its mail was out, replaces the code of the first.
const PREPARE = `
  UPDATE otp_codes c SET code_hash = $2
  FROM shops h
  WHERE c.id = $1 AND h.id = c.shop_id
    AND c.consumed_at IS NULL AND c.superseded_at IS NULL AND c.expires_at > now()
    AND EXISTS (SELECT FROM outbox o WHERE o.id = $3 AND o.dispatched_at IS NULL)
  RETURNING c.email, h.slug, h.name, c.user_id IS NOT NULL AS is_change`;
