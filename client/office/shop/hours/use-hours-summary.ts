import type { ShopHours, Week } from '@haat/contract/shops/opening-hours';
import { useClockText } from '../../../i18n/use-clock-text.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useWeekdays } from './WeekEditor.tsx';

/** The hours of a week in words, a line for each run of days with the same ones: `Mon – Sat: 9:00 AM – 9:00 PM`. */
export function useHoursSummary(): (hours: ShopHours) => string[] {
  const t = useText();
  const { clock } = useClockText();
  const names = useWeekdays('short');
  const rangesOf = (ranges: Week[number]) =>
    ranges.map((range) => range.map(clock).join(' – ')).join(', ') || t('header.closed');
  const linesOf = (week: Week) => {
    const runs: { from: number; to: number; text: string }[] = [];
    week.forEach((ranges, day) => {
      const [text, last] = [rangesOf(ranges), runs.at(-1)];
      if (last?.text === text) last.to = day;
      else runs.push({ from: day, to: day, text });
    });
    return runs.map(({ from, to, text }) => `${from === to ? names[from] : `${names[from]} – ${names[to]}`}: ${text}`);
  };
  return ({ takeaway, delivery }) => {
    if (JSON.stringify(takeaway) === JSON.stringify(delivery)) return linesOf(takeaway);
    return [t('hours.takeaway'), ...linesOf(takeaway), t('hours.delivery'), ...linesOf(delivery)];
  };
}
