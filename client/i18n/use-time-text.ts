import { momentFormat } from '@haat/contract/moment-format';
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { useText } from './use-text.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type TimeText = {
  /** `21 Nov 2026, 9:05 AM` */
  moment: (iso: string) => string;
  /** `9:05 AM` on the day of the other time, else the whole moment. */
  momentAfter: (iso: string, since: string) => string;
  /** `5 minutes ago` */
  age: (iso: string, now: Date) => string;
  /** `in 5 hours`, rounded down */
  until: (iso: string, now: Date) => string;
};

/** Times in the words of the chosen language and in the zone of the device. */
export function useTimeText(): TimeText {
  const t = useText();
  const { i18n } = useLingui();
  const language = i18n.locale === 'hi' ? 'hi' : 'en';
  return useMemo(() => {
    const locale = `${language}-IN`;
    const dates = momentFormat(language, 'date');
    const days = new Intl.DateTimeFormat(locale, { dateStyle: 'short' });
    const times = momentFormat(language, 'time');
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
    const until = (iso: string, now: Date) => {
      const left = Math.max(0, Date.parse(iso) - now.getTime());
      if (left < HOUR) return ages.format(Math.floor(left / MINUTE), 'minute');
      return left < DAY ? ages.format(Math.floor(left / HOUR), 'hour') : ages.format(Math.floor(left / DAY), 'day');
    };
    return { moment, momentAfter, age, until };
  }, [t, language]);
}
