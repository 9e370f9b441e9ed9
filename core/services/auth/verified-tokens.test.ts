import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VerifiedTokens } from './verified-tokens.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

it('knows a token until the second in which it expires, and no other token', () => {
  const verified = new VerifiedTokens(10);
  verified.keep('a.b.c', { sessionId: 's', expiresAt: 1_002 });
  expect(verified.find('a.b.c')).toBe('s');
  expect(verified.find('a.b.d')).toBeUndefined();
  vi.setSystemTime(1_001_999);
  expect(verified.find('a.b.c')).toBe('s');
  vi.setSystemTime(1_002_000);
  expect(verified.find('a.b.c')).toBeUndefined();
});

it('forgets the oldest when there are too many', () => {
  const verified = new VerifiedTokens(2);
  for (const token of ['one', 'two', 'three']) verified.keep(token, { sessionId: token, expiresAt: 2_000 });
  expect(['one', 'two', 'three'].map((token) => verified.find(token))).toEqual([undefined, 'two', 'three']);
});
