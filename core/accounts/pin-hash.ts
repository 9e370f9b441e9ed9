import { randomBytes, scrypt as scryptWithCallback, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const scrypt = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scryptWithCallback);

// About 50 ms and 16 MB for a guess. That of a stolen hash takes minutes to hours for all PINs, which therefore work on devices
// of the shop only, where guesses are limited.
const COST = { N: 2 ** 14, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** The stored hash of a PIN, `scrypt$N$r$p$salt$key`. It includes the cost, so that the cost can be raised later. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await scrypt(pin, salt, KEY_BYTES, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Whether that hash is of this PIN. */
export async function isPinOf(pin: string, stored: string): Promise<boolean> {
  const [kind, N, r, p, salt = '', key = ''] = stored.split('$');
  if (kind !== 'scrypt') throw new Error(`Unknown hash of a PIN: ${kind}`);
  const expected = Buffer.from(key, 'base64');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return timingSafeEqual(await scrypt(pin, Buffer.from(salt, 'base64'), expected.length, cost), expected);
}
