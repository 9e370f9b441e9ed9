import { expect, it } from 'vitest';
import { isDay } from './is-day.ts';

it.each(['', '2026-02-30', '2026-13-01', '20261120', 'yesterday', '1999-01-01', '2026-11-20T00:00'])(
  'takes %j for no day',
  (text) => expect(isDay(text)).toBe(false),
);

it('accepts a leap day', () => expect(isDay('2028-02-29')).toBe(true));
