import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { env } from '../../env.ts';

export const OTP_MINUTES = 5;

/** Six random digits. */
export const newOtpCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

// Six digits are soon tried out, however slow the hash: what protects a stolen table is that the key is not in it.
const key = Buffer.from(hkdfSync('sha256', env.JWT_SECRET, '', 'one-time codes', 32));

/** What is stored of a code. It differs from row to row for the same digits. */
export function hashOtpCode(rowId: number, code: string): string {
  return createHmac('sha256', key).update(`${rowId}:${code}`).digest('base64url');
}

/** Whether the code is the one behind the hash, in the same time for every answer. */
export function isOtpCode(code: string, { id, code_hash }: { id: number; code_hash: string }): boolean {
  const given = Buffer.from(hashOtpCode(id, code));
  const stored = Buffer.from(code_hash);
  return given.length === stored.length && timingSafeEqual(given, stored);
}
