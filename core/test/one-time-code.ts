import { database } from '../db/database.ts';
import { prepareOtp } from '../services/auth/one-time-code.ts';

/** The code that the last mail to this email would carry now, made as the job makes it. Throws when none is waiting. */
export async function mailedCode(email: string): Promise<string> {
  const [code] = await mailedCodes(email, 1);
  if (code === undefined) throw new Error(`No code is waiting for ${email}`);
  return code;
}

/** The codes that the newest mails to this email would carry, made as the job makes them; the newest first. */
export async function mailedCodes(email: string, limit = 2): Promise<string[]> {
  const { rows } = await database().pool.query<{ otpId: number; outboxId: number }>(
    `SELECT c.id AS "otpId", o.id AS "outboxId"
     FROM otp_codes c JOIN outbox o ON o.topic = 'otp.requested' AND o.subject_id = c.id
     WHERE c.email = $1 ORDER BY c.id DESC LIMIT $2`,
    [email, limit],
  );
  const codes: string[] = [];
  for (const row of rows) {
    const prepared = await prepareOtp(row);
    if (prepared) codes.push(prepared.code);
  }
  return codes;
}

/** Some other six digits. */
export const wrongCode = (code: string): string => (code === '000000' ? '000001' : '000000');
