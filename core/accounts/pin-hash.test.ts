import { expect, it } from 'vitest';
import { hashPin, isPinOf } from './pin-hash.ts';

it('accepts the PIN of a hash, and no other', async () => {
  const stored = await hashPin('4071');
  expect(await isPinOf('4071', stored)).toBe(true);
  for (const other of ['4072', '407', '04071', '']) expect(await isPinOf(other, stored)).toBe(false);
});

it('has its own salt for every hash, and does not contain the PIN', async () => {
  const [one, other] = await Promise.all([hashPin('593017'), hashPin('593017')]);
  expect(one).not.toBe(other);
  expect(one).toMatch(/^scrypt\$16384\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(one).not.toContain('593017');
});

it('verifies hashes of another cost', async () => {
  const cheap = 'scrypt$16$1$1$c2FsdA==$';
  const { scryptSync } = await import('node:crypto');
  const key = scryptSync('4071', Buffer.from('salt'), 32, { N: 16, r: 1, p: 1 }).toString('base64');
  expect(await isPinOf('4071', cheap + key)).toBe(true);
  expect(await isPinOf('4017', cheap + key)).toBe(false);
});

it('does not verify against a hash of another kind', async () => {
  await expect(isPinOf('4071', 'plain$4071')).rejects.toThrow('Unknown hash');
});
