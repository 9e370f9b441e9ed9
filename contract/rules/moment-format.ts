import type { LanguageCode } from './language.ts';

/** The format of moments: `date` with both, `time` without the day. `timeZone`: by default, that of the device. */
export function momentFormat(language: LanguageCode, part: 'date' | 'time', timeZone?: string): Intl.DateTimeFormat {
  const time = { hour: 'numeric', minute: '2-digit', dayPeriod: 'short' } as const;
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const hindi = part === 'date' ? { ...date, ...time } : time;
  const english: Intl.DateTimeFormatOptions = { timeStyle: 'short', ...(part === 'date' && { dateStyle: 'medium' }) };
  const parts = language === 'hi' ? hindi : english;
  return new Intl.DateTimeFormat(`${language}-IN`, { ...parts, ...(timeZone !== undefined && { timeZone }) });
}
