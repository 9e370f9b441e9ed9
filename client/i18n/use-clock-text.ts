import type { LanguageCode } from '@haat/contract/accounts/language';
import type { Opening, OpeningHours } from '@haat/contract/shops/opening-hours';
import { displayHours, displayTime } from '@haat/contract/time-text';
import { useLingui } from '@lingui/react';

type ClockText = {
  /** `17:00` as `5:00 PM` or `शाम 5`. */
  clock: (time: string) => string;
  /** The hours of that day; empty on a day off, undefined when the shop names no hours or never closes. */
  hours: (shop: OpeningHours, at: Date) => string | undefined;
  /** When a shop opens: `5:00 PM` today, else `tomorrow, 9:00 AM`, `Mon, 9:00 AM` or, from a week ahead on, `25 Dec, 9:00 AM`. */
  opening: (next: Opening) => string;
};

const TOMORROW: Record<LanguageCode, string> = { en: 'tomorrow', hi: 'कल' };

const clockIn = (language: LanguageCode): ClockText => ({
  clock: (time) => displayTime(time, language),
  hours: (shop, at) => displayHours(shop, { at, language }),
  opening: ({ time, days, date }) => {
    const clock = displayTime(time, language);
    if (days === 0) return clock;
    const words = days < 7 ? ({ weekday: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const);
    const day = () => new Date(date).toLocaleDateString(`${language}-IN`, { timeZone: 'UTC', ...words });
    return `${days === 1 ? TOMORROW[language] : day()}, ${clock}`;
  },
});

const ENGLISH = clockIn('en');
const HINDI = clockIn('hi');

/** Opening hours in the words of the chosen language. */
export function useClockText(): ClockText {
  return useLingui().i18n.locale === 'hi' ? HINDI : ENGLISH;
}
