import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { useText } from './use-text.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type TimeText = {
  /** `21 Nov 2026, 9:05 am` */
  moment: (iso: string) => string;
  /** `9:05 am` on the day of the other time, else the whole moment. */
  momentAfter: (iso: string, since: string) => string;
  /** `5 minutes ago` */
  age: (iso: string, now: Date) => string;
};

/** Times in the words of the chosen language and in the zone of the device. */
export function useTimeText(): TimeText {
  const t = useText();
  const { i18n } = useLingui();
  const locale = `${i18n.locale}-IN`;
  return useMemo(() => {
    // Without am and pm in Hindi: `सुबह 9:18`.
    const time = { hour: 'numeric', minute: '2-digit', dayPeriod: 'short' } as const;
    const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
    const isHindi = locale.startsWith('hi');
    const dates = new Intl.DateTimeFormat(
      locale,
      isHindi ? { ...date, ...time } : { dateStyle: 'medium', timeStyle: 'short' },
    );
    const days = new Intl.DateTimeFormat(locale, { dateStyle: 'short' });
    const times = new Intl.DateTimeFormat(locale, isHindi ? time : { timeStyle: 'short' });
    const ages = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
    const age = (iso: string, now: Date) => {
      const past = now.getTime() - Date.parse(iso);
      if (past < MINUTE) return t('time.justNow');
      if (past < HOUR) return ages.format(-Math.floor(past / MINUTE), 'minute');
      return past < DAY ? ages.format(-Math.floor(past / HOUR), 'hour') : ages.format(-Math.floor(past / DAY), 'day');
    };
    const moment = (iso: string) => dates.format(new Date(iso));
    const momentAfter = (iso: string, since: string) =>
      days.format(new Date(iso)) === days.format(new Date(since)) ? times.format(new Date(iso)) : moment(iso);
    return { moment, momentAfter, age };
  }, [t, locale]);
}
