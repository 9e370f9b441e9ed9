import { displayHours, displayTime, minutesOf, type OpeningHours } from '@haat/contract/rules/opening-hours';
import { useLingui } from '@lingui/react';

type ClockText = {
  /** `17:00` as `5:00 PM` or `शाम 5`. */
  clock: (time: string) => string;
  /** `9:00 AM – 9:30 PM` or `सुबह 9 – रात 9:30`; undefined when the shop names no hours or never closes. */
  hours: (hours: OpeningHours) => string | undefined;
};

const ENGLISH: ClockText = { clock: displayTime, hours: displayHours };
const HINDI: ClockText = {
  clock: hindiTime,
  hours: ({ open_time: open, close_time: close }) =>
    !open || !close || open === close ? undefined : `${hindiTime(open)} – ${hindiTime(close)}`,
};

/** Opening hours in the words of the chosen language. */
export function useClockText(): ClockText {
  return useLingui().i18n.locale === 'hi' ? HINDI : ENGLISH;
}

/** The hour at which each part of the day begins. Without Intl, which is slow on cheap phones. */
const PARTS = [
  [20, 'रात'],
  [16, 'शाम'],
  [12, 'दोपहर'],
  [4, 'सुबह'],
  [0, 'रात'],
] as const;

function hindiTime(time: string): string {
  const minutes = minutesOf(time);
  if (minutes === undefined) return time;
  const hour = Math.floor(minutes / 60);
  const past = minutes % 60;
  const part = PARTS.find(([from]) => hour >= from)?.[1];
  return `${part} ${hour % 12 || 12}${past ? `:${String(past).padStart(2, '0')}` : ''}`;
}
