import { createHmac, timingSafeEqual } from 'node:crypto';

type Signed = { secret: string; text: string | Buffer; signature: string };

/** Whether the signature (HMAC-SHA256 in hexadecimal) of the text was made with the secret. Compares in constant time. */
export function isSignedBy({ secret, text, signature }: Signed): boolean {
  const expected = createHmac('sha256', secret).update(text).digest();
  const given = Buffer.from(signature, 'hex');
  return (
    given.length === expected.length && signature.length === 2 * expected.length && timingSafeEqual(given, expected)
  );
}
