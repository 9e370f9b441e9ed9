import { expect, it } from 'vitest';
import { acceptanceOf, acceptanceStage, lastCallAt } from './acceptance.ts';

const PLACED = Date.parse('2026-11-21T09:00:00.000Z');
const after = (minutes: number) => PLACED + minutes * 60_000;

it.each([
  ['10 minutes', 10, 8],
  ['an hour', 60, 58],
  ['the shortest that a shop can set', 3, 2.4],
])('calls once more for the last two minutes, or the last fifth of a short time: of %s', (_, minutes, from) => {
  expect(lastCallAt({ acceptBy: after(minutes), halfOver: after(minutes / 2) })).toBe(after(from));
});

it.each([
  [4.99, 'early'],
  [5, 'counting'],
  [7.99, 'counting'],
  [8, 'lastCall'],
  [9.99, 'lastCall'],
  [10, 'over'],
] as const)('is after %d of 10 minutes: %s', (minutes, stage) => {
  expect(acceptanceStage({ acceptBy: after(10), halfOver: after(5) }, after(minutes))).toBe(stage);
});

it('is early all night for an order that counts from the opening in the morning', () => {
  const overnight = { acceptBy: after(12 * 60 + 10), halfOver: after(12 * 60 + 5) };
  expect(acceptanceStage(overnight, after(12 * 60))).toBe('early');
  expect(lastCallAt(overnight)).toBe(after(12 * 60 + 8));
});

it('has no stage before the deadline is set', () => {
  expect(acceptanceOf({ accept_by: null, unanswered_from: null })).toBeUndefined();
  expect(
    acceptanceOf({ accept_by: new Date(after(10)).toISOString(), unanswered_from: new Date(after(5)).toISOString() }),
  ).toEqual({ acceptBy: after(10), halfOver: after(5) });
});
