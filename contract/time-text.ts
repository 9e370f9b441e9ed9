import { DEFAULT_LANGUAGE, type LanguageCode } from './accounts/language.ts';
import { type Fulfilment, minutesOf, type OpeningHours, rangesToday } from './shops/opening-hours.ts';

// Times as people read them, on screens and in mails: `9:18 AM` and `7:00 AM – 10:30 PM`; in Hindi without AM and PM,
// with the part of the day instead: `सुबह 9:18` and `सुबह 7 – रात 10:30`.

/** `17:00` as `5:00 PM` or `शाम 5`; an invalid time is returned unchanged. */
export function displayTime(time: string, language: LanguageCode = DEFAULT_LANGUAGE): string {
  const minutes = minutesOf(time);
  if (minutes === undefined) return time;
  const hour = Math.floor(minutes / 60);
  const past = String(minutes % 60).padStart(2, '0');
  if (language === 'hi') return `${partOfDay(hour)} ${hour % 12 || 12}${past === '00' ? '' : `:${past}`}`;
  return `${hour % 12 || 12}:${past} ${hour < 12 ? 'AM' : 'PM'}`;
}

/**
 * The hours of that day, `9:00 AM – 1:00 PM, 5:00 PM – 9:30 PM` or `सुबह 9 – दोपहर 1, शाम 5 – रात 9:30`; empty on a day off,
 * undefined when the shop has no hours or never closes.
 */
export const displayHours = (
  shop: OpeningHours,
  {
    at,
    language = DEFAULT_LANGUAGE,
    fulfilment = 'takeaway',
  }: { at: Date; language?: LanguageCode; fulfilment?: Fulfilment },
): string | undefined =>
  rangesToday(shop, at, fulfilment)
    ?.map(([opens, closes]) => `${displayTime(opens, language)} – ${displayTime(closes, language)}`)
    .join(', ');

/** The hour at which each part of the day begins. Without Intl, which is slow on cheap phones. */
const PARTS = [
  [20, 'रात'],
  [16, 'शाम'],
  [12, 'दोपहर'],
  [4, 'सुबह'],
] as const;

const partOfDay = (hour: number): string => PARTS.find(([from]) => hour >= from)?.[1] ?? 'रात';
