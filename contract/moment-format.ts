import type { LanguageCode } from './accounts/language.ts';

/**
 * The format of moments: `date` with both, `time` without the day, with AM and PM as in opening hours. `timeZone`: by default,
 * that of the device.
 */
export function momentFormat(
  language: LanguageCode,
  part: 'date' | 'time',
  timeZone?: string,
): Pick<Intl.DateTimeFormat, 'format'> {
  const time = { hour: 'numeric', minute: '2-digit', dayPeriod: 'short' } as const;
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const hindi = part === 'date' ? { ...date, ...time } : time;
  const english: Intl.DateTimeFormatOptions = { timeStyle: 'short', ...(part === 'date' && { dateStyle: 'medium' }) };
  const parts = language === 'hi' ? hindi : english;
  const format = new Intl.DateTimeFormat(`${language}-IN`, { ...parts, ...(timeZone !== undefined && { timeZone }) });
  return { format: (moment) => upperDayPeriod(format.format(moment)) };
}

/** `9:18 am` as `9:18 AM`. */
export const upperDayPeriod = (text: string): string => text.replace(/[ap]m$/, (period) => period.toUpperCase());
