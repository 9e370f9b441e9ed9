import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeRedirect } from './login-flow.ts';

it.each(['/order', '/malnad-dairy/order?x=1', '/a/b#c'])('leads to %s', (path) =>
  expect(safeRedirect(path)).toBe(path),
);

it.each([
  undefined,
  null,
  '',
  'order',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/\t/evil.example',
  '/a/../../b',
])('does not lead to %j', (target) => expect(safeRedirect(target)).toBeUndefined());

it('never leaves our own origin', () => {
  const pieces = fc.array(
    fc.constantFrom('/', '\\', '\t', '\n', '.', '..', ':', '@', '#', '?', 'evil.example', 'https:'),
  );
  fc.assert(
    fc.property(pieces, (each) => {
      const target = safeRedirect(each.join(''));
      expect(new URL(target ?? '/', 'https://haat.example').origin).toBe('https://haat.example');
    }),
    { numRuns: 2000 },
  );
});
