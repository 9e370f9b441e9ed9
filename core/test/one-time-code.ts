import { database } from '../db/database.ts';
import { prepareOtp } from '../services/auth/one-time-code.ts';

/** The code that the mail to this email would carry now, made as the job makes it. Throws when none is waiting. */
export async function mailedCode(email: string): Promise<string> {
  const { rows } = await database().pool.query<{ otpId: number; outboxId: number }>(
    `SELECT c.id AS "otpId", o.id AS "outboxId"
     FROM otp_codes c JOIN outbox o ON o.topic = 'otp.requested' AND o.subject_id = c.id
     WHERE c.email = $1 ORDER BY c.id DESC LIMIT 1`,
    [email],
  );
  const row = rows[0];
  const prepared = row && (await prepareOtp(row));
  if (!prepared) throw new Error(`No code is waiting for ${email}`);
  return prepared.code;
}

/** Some other six digits. */
export const wrongCode = (code: string): string => (code === '000000' ? '000001' : '000000');
