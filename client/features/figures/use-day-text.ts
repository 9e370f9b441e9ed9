import { useLingui } from '@lingui/react';
import { useMemo } from 'react';

type DayText = {
  /** `Sat, 21 Nov` */
  long: (day: string) => string;
  /** `21` */
  short: (day: string) => string;
};

/** A day (`YYYY-MM-DD`) of the shop's own calendar in the words of the chosen language, wherever the device is. */
export function useDayText(): DayText {
  const { i18n } = useLingui();
  const locale = `${i18n.locale}-IN`;
  return useMemo(() => {
    const zone = { timeZone: 'UTC' } as const;
    const long = new Intl.DateTimeFormat(locale, { ...zone, weekday: 'short', day: 'numeric', month: 'short' });
    const short = new Intl.DateTimeFormat(locale, { ...zone, day: 'numeric' });
    return { long: (day) => long.format(new Date(day)), short: (day) => short.format(new Date(day)) };
  }, [locale]);
}
