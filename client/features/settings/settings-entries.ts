import type { SettingsFields, SettingsView } from '@haat/contract/api/settings.schema';
import { isEmail } from '@haat/contract/rules/email';
import { minutesOf } from '@haat/contract/rules/opening-hours';
import { isIndianMobile } from '@haat/contract/rules/phone';
import { isRupees } from '@haat/contract/rules/rupees';
import { FARTHEST_REACH_KM, MOST_MINIMUM_ORDER } from '@haat/contract/rules/shop-settings';
import type { TextId } from '../../i18n/text-id.ts';

/** What the form's fields hold: texts as they are typed. */
export type SettingsEntries = {
  name: string;
  address: string;
  phone: string;
  email: string;
  open_time: string;
  close_time: string;
  minordervalue: string;
  accepts_orders_when_closed: boolean;
  latitude: string;
  longitude: string;
  reach_km: string;
};
export type SettingsField = keyof SettingsEntries;
export type SettingsProblems = Partial<Record<SettingsField, TextId>>;

/** The settings as the form begins with them. */
export function entriesOf(view: SettingsView): SettingsEntries {
  const text = (value: string | number | null | undefined) =>
    value === null || value === undefined ? '' : String(value);
  return {
    name: text(view.name),
    address: text(view.address),
    phone: text(view.phone),
    email: text(view.email),
    open_time: text(view.open_time),
    close_time: text(view.close_time),
    minordervalue: text(view.minordervalue),
    accepts_orders_when_closed: view.accepts_orders_when_closed,
    latitude: text(view.latitude),
    longitude: text(view.longitude),
    reach_km: text(view.reach_km),
  };
}

/** What is wrong with the entries, by field, as the server would refuse them. */
export function problemsOf(entries: SettingsEntries): SettingsProblems {
  const { open_time: open, close_time: close, latitude, longitude } = entries;
  const checks: [SettingsField, boolean, TextId][] = [
    ['name', entries.name.trim() !== '', 'settings.nameMissing'],
    ['phone', isEmptyOr(entries.phone, isIndianMobile), 'profile.mobileWrong'],
    ['email', isEmptyOr(entries.email, isEmail), 'profile.emailWrong'],
    ['open_time', isTimeBeside(open, close), 'settings.hoursWrong'],
    ['close_time', isTimeBeside(close, open), 'settings.hoursWrong'],
    ['minordervalue', isAmount(entries.minordervalue), 'settings.minimumWrong'],
    ['latitude', isDegreesBeside(latitude, longitude, 90), 'settings.positionWrong'],
    ['longitude', isDegreesBeside(longitude, latitude, 180), 'settings.positionWrong'],
    ['reach_km', isBetween(entries.reach_km, 0.1, FARTHEST_REACH_KM), 'settings.reachWrong'],
  ];
  return Object.fromEntries(checks.filter(([, isRight]) => !isRight).map(([field, , text]) => [field, text]));
}

/** The entries as the server takes them. `updated`: the version that they were read at. */
export function bodyOf(
  entries: SettingsEntries,
  { updated, email }: Pick<SettingsView, 'updated' | 'email'>,
): SettingsFields {
  const orNull = (text: string) => text.trim() || null;
  const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    name: entries.name.trim(),
    address: orNull(entries.address),
    phone: orNull(entries.phone),
    ...(email !== undefined && { email: orNull(entries.email) }),
    open_time: orNull(entries.open_time),
    close_time: orNull(entries.close_time),
    minordervalue: Number(entries.minordervalue),
    accepts_orders_when_closed: entries.accepts_orders_when_closed,
    latitude: numberOrNull(entries.latitude),
    longitude: numberOrNull(entries.longitude),
    reach_km: Number(entries.reach_km),
    updated,
  };
}

// No other way of writing a number than that of a till: no exponents, no other digits, no commas.
const PLAIN_NUMBER = /^-?\d{1,9}(\.\d{1,12})?$/;

const isEmptyOr = (text: string, isRight: (text: string) => boolean) => text.trim() === '' || isRight(text);

const isBetween = (text: string, least: number, most: number) =>
  PLAIN_NUMBER.test(text.trim()) && Number(text) >= least && Number(text) <= most;

/** Whether the text is rupees and paise that can be a minimum. */
export const isAmount = (text: string) => isBetween(text, 0, MOST_MINIMUM_ORDER) && isRupees(Number(text));

const isTimeBeside = (time: string, other: string) => (time === '' ? other === '' : minutesOf(time) !== undefined);

const isDegreesBeside = (text: string, other: string, limit: number) =>
  text.trim() === '' ? other.trim() === '' : isBetween(text, -limit, limit);
