import { database } from '../../db/database.ts';

type Which = { otpId: number; outboxId: number };

/** The address that is to be told that its account has another one; undefined when it was told already. */
export async function prepareEmailNotice({ otpId, outboxId }: Which): Promise<string | undefined> {
  const { rows } = await database().pool.query<{ previous_email: string }>({
    name: 'prepare-email-notice',
    text: PREPARE,
    values: [otpId, outboxId],
  });
  return rows[0]?.previous_email;
}

const PREPARE = `
  SELECT c.previous_email FROM otp_codes c
  JOIN outbox o ON o.id = $2 AND o.subject_id = c.id AND o.dispatched_at IS NULL
  WHERE c.id = $1 AND c.previous_email IS NOT NULL`;
