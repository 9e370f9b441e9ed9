import { database } from '../db/database.ts';
import { prepareOtp } from '../accounts/one-time-code.ts';

/** The code that the last mail to this email, or message to this mobile number, would carry now, made as the job makes it. */
export async function mailedCode(email: string): Promise<string> {
  const [code] = await mailedCodes(email, 1);
  if (code === undefined) throw new Error(`No code is waiting for ${email}`);
  return code;
}

/** The codes that the newest mails to this email would carry, made as the job makes them; the newest first. */
export async function mailedCodes(email: string, limit = 2): Promise<string[]> {
  const { rows } = await database().pool.query<{ otpId: number; outboxId: number }>(
    `SELECT c.id AS "otpId", o.id AS "outboxId"
     FROM otp_codes c JOIN outbox o ON o.topic IN ('otp.requested', 'otp.message') AND o.subject_id = c.id
     WHERE $1 IN (c.email, c.mobile) ORDER BY c.id DESC LIMIT $2`,
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
