import { expect, it } from 'vitest';
import { PerAddressLimit } from './limits.ts';

it('admits up to the limit, and one more for each release, however often it is released', () => {
  const limit = new PerAddressLimit(2);
  const leave = limit.admit('a');
  expect([limit.admit('a'), limit.admit('b')].every(Boolean)).toBe(true);
  expect(limit.admit('a')).toBeUndefined();
  leave?.();
  leave?.();
  expect(limit.admit('a')).toBeDefined();
  expect(limit.admit('a')).toBeUndefined();
});
