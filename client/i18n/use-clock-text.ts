import type { LanguageCode } from '@haat/contract/accounts/language';
import type { OpeningHours } from '@haat/contract/shops/opening-hours';
import { displayHours, displayTime } from '@haat/contract/time-text';
import { useLingui } from '@lingui/react';

type ClockText = {
  /** `17:00` as `5:00 PM` or `शाम 5`. */
  clock: (time: string) => string;
  /** `9:00 AM – 9:30 PM` or `सुबह 9 – रात 9:30`; undefined when the shop names no hours or never closes. */
  hours: (hours: OpeningHours) => string | undefined;
};

const clockIn = (language: LanguageCode): ClockText => ({
  clock: (time) => displayTime(time, language),
  hours: (hours) => displayHours(hours, language),
});

const ENGLISH = clockIn('en');
const HINDI = clockIn('hi');

/** Opening hours in the words of the chosen language. */
export function useClockText(): ClockText {
  return useLingui().i18n.locale === 'hi' ? HINDI : ENGLISH;
}
