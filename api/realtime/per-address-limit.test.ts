import { expect, it } from 'vitest';
import { PerAddressLimit } from './per-address-limit.ts';

it('lets in as many as may, and one more for each that left, however often it says so', () => {
  const limit = new PerAddressLimit(2);
  const leave = limit.admit('a');
  expect([limit.admit('a'), limit.admit('b')].every(Boolean)).toBe(true);
  expect(limit.admit('a')).toBeUndefined();
  leave?.();
  leave?.();
  expect(limit.admit('a')).toBeDefined();
  expect(limit.admit('a')).toBeUndefined();
});
