import { useLingui } from '@lingui/react';
import { useMemo } from 'react';

type DayText = {
  /** `Saturday, 21 November 2026` */
  full: (day: string) => string;
  /** `Sat, 21 Nov` */
  long: (day: string) => string;
  /** `21` */
  short: (day: string) => string;
};

const UTC = { timeZone: 'UTC' } as const;
const FORMATS = {
  full: { ...UTC, dateStyle: 'full' },
  long: { ...UTC, weekday: 'short', day: 'numeric', month: 'short' },
  short: { ...UTC, day: 'numeric' },
} as const;

/** Formats a day (`YYYY-MM-DD`) in the language of the screen, independent of the device's time zone. */
export function useDayText(): DayText {
  const { i18n } = useLingui();
  const locale = `${i18n.locale}-IN`;
  return useMemo(() => {
    const wording = (format: Intl.DateTimeFormatOptions) => {
      const words = new Intl.DateTimeFormat(locale, format);
      return (day: string) => words.format(new Date(day));
    };
    return { full: wording(FORMATS.full), long: wording(FORMATS.long), short: wording(FORMATS.short) };
  }, [locale]);
}
