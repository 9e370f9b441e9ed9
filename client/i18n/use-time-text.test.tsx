import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { activateLanguage } from './language.ts';
import { useClockText } from './use-clock-text.ts';
import { useTimeText } from './use-time-text.ts';

afterEach(() => activateLanguage('en'));

const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>;
const at = (hour: number, minute: number) => new Date(2026, 10, 22, hour, minute).toISOString();

it.each([
  [5, 'सुबह 5:18'],
  [9, 'सुबह 9:18'],
  [13, 'दोपहर 1:18'],
  [17, 'शाम 5:18'],
  [22, 'रात 10:18'],
])('names the part of the day of a moment at %i:18 in Hindi', async (hour, time) => {
  await activateLanguage('hi');
  const { result } = renderHook(useTimeText, { wrapper });
  expect(result.current.momentAfter(at(hour, 18), at(8, 0))).toBe(time);
  expect(result.current.moment(at(hour, 18))).toMatch(new RegExp(`^22 .* 2026, ${time}$`));
});

it('writes opening hours as each language does', async () => {
  await activateLanguage('en');
  const now = new Date();
  const english = renderHook(useClockText, { wrapper }).result.current;
  expect(english.hours({ open_time: '07:00', close_time: '22:30' }, now)).toBe('7:00 AM – 10:30 PM');
  await activateLanguage('hi');
  const hindi = renderHook(useClockText, { wrapper }).result.current;
  expect(hindi.hours({ open_time: '07:00', close_time: '22:30' }, now)).toBe('सुबह 7 – रात 10:30');
  expect(hindi.clock('00:15')).toBe('रात 12:15');
  expect(hindi.hours({ open_time: '07:00', close_time: '07:00' }, now)).toBeUndefined();
  const next = { time: '09:00', days: 1, date: '2026-12-25' };
  expect([0, 1, 2, 7].map((days) => english.opening({ ...next, days }))).toEqual([
    '9:00 AM',
    'tomorrow, 9:00 AM',
    'Fri, 9:00 AM',
    '25 Dec, 9:00 AM',
  ]);
  expect([1, 2].map((days) => hindi.opening({ ...next, days }))).toEqual(['कल, सुबह 9', 'शुक्र, सुबह 9']);
});
