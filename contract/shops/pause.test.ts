import { expect, it } from 'vitest';
import { isPausedAt, pauseEnd } from './pause.ts';

const until = '2026-11-25T11:00:00Z';

it.each([
  [{ paused: false }, '2026-11-25T10:00:00Z', false],
  [{ paused: true }, '2026-11-25T10:00:00Z', true],
  [{ paused: true, paused_until: null }, '2026-11-25T10:00:00Z', true],
  [{ paused: true, paused_until: until }, '2026-11-25T10:59:59Z', true],
  [{ paused: true, paused_until: until }, until, false],
])('%j is in force at %s: %s', (pause, at, isPaused) => expect(isPausedAt(pause, new Date(at))).toBe(isPaused));

it('names the end in the zone of the shop', () => {
  expect(pauseEnd({ paused: true, paused_until: until })).toBe('16:30');
  expect(pauseEnd({ paused: true, paused_until: until }, 'UTC')).toBe('11:00');
  expect(pauseEnd({ paused: true })).toBeUndefined();
});
