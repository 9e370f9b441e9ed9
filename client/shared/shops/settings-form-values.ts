import type { SettingsFields, SettingsView } from '@haat/contract/shops/settings.calls';
import { gstinIn } from '@haat/contract/shops/gstin';
import { FSSAI_LICENCE } from '@haat/contract/catalog/product-input';
import { vpaIn } from '@haat/contract/payments/upi';
import { MAX_QUANTITY } from '@haat/contract/orders/cart';
import { isEmail } from '@haat/contract/accounts/profile';
import { minutesOf } from '@haat/contract/shops/opening-hours';
import { shopPhoneIn } from '@haat/contract/shops/shop-phone';
import { isRupees } from '@haat/contract/rupees';
import {
  MAX_REACH_KM,
  MAX_MINIMUM_ORDER,
  ORDER_SETTING_NAMES,
  ORDER_SETTINGS,
  RECEIPT_TEXT_LINES,
  type OrderSetting,
} from '@haat/contract/shops/shop-settings';
import type { TextId } from '../../i18n/use-text.ts';

/** The settings form as typed. */
export type SettingsFormValues = {
  name: string;
  address: string;
  phone: string;
  email: string;
  gstin: string;
  fssai_licence: string;
  upi_vpa: string;
  receipt_head: string;
  receipt_foot: string;
  open_time: string;
  close_time: string;
  minordervalue: string;
  max_per_order: string;
  accepts_orders_when_closed: boolean;
  auto_accepts: boolean;
  asks_pickup_code: boolean;
  asks_door_code: boolean;
  latitude: string;
  longitude: string;
  reach_km: string;
} & Record<OrderSetting, string>;
type SettingsField = keyof SettingsFormValues;
export type SettingsProblems = Partial<Record<SettingsField, TextId>>;

export function toFormValues(view: SettingsView): SettingsFormValues {
  const text = (value: string | number | null | undefined) =>
    value === null || value === undefined ? '' : String(value);
  return {
    name: text(view.name),
    address: text(view.address),
    phone: text(view.phone),
    email: text(view.email),
    gstin: text(view.gstin),
    fssai_licence: text(view.fssai_licence),
    upi_vpa: text(view.upi_vpa),
    receipt_head: text(view.receipt_head),
    receipt_foot: text(view.receipt_foot),
    open_time: text(view.open_time),
    close_time: text(view.close_time),
    minordervalue: text(view.minordervalue),
    max_per_order: text(view.max_per_order),
    accepts_orders_when_closed: view.accepts_orders_when_closed,
    auto_accepts: view.auto_accepts ?? false,
    asks_pickup_code: view.asks_pickup_code ?? false,
    asks_door_code: view.asks_door_code ?? false,
    latitude: text(view.latitude),
    longitude: text(view.longitude),
    reach_km: text(view.reach_km),
    ...orderSettings((name) => text(view[name])),
  };
}

const orderSettings = <Value>(valueOf: (name: OrderSetting) => Value): Record<OrderSetting, Value> =>
  Object.fromEntries(ORDER_SETTING_NAMES.map((name) => [name, valueOf(name)])) as Record<OrderSetting, Value>;

/** Problems by field, by the rules of the server. */
export function validateSettings(values: SettingsFormValues): SettingsProblems {
  const { open_time: open, close_time: close, latitude, longitude } = values;
  const checks: (readonly [SettingsField, boolean, TextId])[] = [
    ['name', values.name.trim() !== '', 'settings.nameMissing'],
    ['phone', isEmptyOr(values.phone, (typed) => shopPhoneIn(typed) !== undefined), 'settings.phoneWrong'],
    ['email', isEmptyOr(values.email, isEmail), 'profile.emailWrong'],
    ['gstin', isEmptyOr(values.gstin, (typed) => gstinIn(typed) !== undefined), 'settings.gstinWrong'],
    ['fssai_licence', isEmptyOr(values.fssai_licence, (typed) => FSSAI_LICENCE.test(typed)), 'productForm.fssaiWrong'],
    ['upi_vpa', isEmptyOr(values.upi_vpa, (typed) => vpaIn(typed) !== undefined), 'settings.upiVpaWrong'],
    ['receipt_head', hasFewLines(values.receipt_head), 'settings.receiptTextWrong'],
    ['receipt_foot', hasFewLines(values.receipt_foot), 'settings.receiptTextWrong'],
    ['open_time', isTimeOrBothEmpty(open, close), 'settings.hoursWrong'],
    ['close_time', isTimeOrBothEmpty(close, open), 'settings.hoursWrong'],
    ['minordervalue', isAmount(values.minordervalue), 'settings.minimumWrong'],
    ['max_per_order', isEmptyOr(values.max_per_order, isQuantity), 'settings.maxPerOrderWrong'],
    ['latitude', isDegreesOrBothEmpty(latitude, longitude, 90), 'settings.positionWrong'],
    ['longitude', isDegreesOrBothEmpty(longitude, latitude, 180), 'settings.positionWrong'],
    ['reach_km', isBetween(values.reach_km, 0.1, MAX_REACH_KM), 'settings.reachWrong'],
    ...ORDER_SETTING_NAMES.map(
      (name) => [name, isWholeNumber(values[name], ORDER_SETTINGS[name]), 'settings.numberWrong'] as const,
    ),
  ];
  return Object.fromEntries(checks.filter(([, isRight]) => !isRight).map(([field, , text]) => [field, text]));
}

/** The body of the request. `updated`: the version that the form is based on. */
export function toRequest(
  values: SettingsFormValues,
  { updated, email }: Pick<SettingsView, 'updated' | 'email'>,
): SettingsFields {
  const orNull = (text: string) => text.trim() || null;
  const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    name: values.name.trim(),
    address: orNull(values.address),
    phone: orNull(values.phone),
    ...(email !== undefined && { email: orNull(values.email) }),
    gstin: gstinIn(values.gstin) ?? null,
    fssai_licence: orNull(values.fssai_licence),
    upi_vpa: vpaIn(values.upi_vpa) ?? null,
    receipt_head: orNull(values.receipt_head),
    receipt_foot: orNull(values.receipt_foot),
    open_time: orNull(values.open_time),
    close_time: orNull(values.close_time),
    minordervalue: Number(values.minordervalue),
    max_per_order: numberOrNull(values.max_per_order),
    accepts_orders_when_closed: values.accepts_orders_when_closed,
    auto_accepts: values.auto_accepts,
    asks_pickup_code: values.asks_pickup_code,
    asks_door_code: values.asks_door_code,
    latitude: numberOrNull(values.latitude),
    longitude: numberOrNull(values.longitude),
    reach_km: Number(values.reach_km),
    ...orderSettings((name) => Number(values[name])),
    updated,
  };
}

// No exponents, no thousands separators, ASCII digits only.
const PLAIN_NUMBER = /^-?\d{1,9}(\.\d{1,12})?$/;

const hasFewLines = (text: string) => text.trim().split('\n').length <= RECEIPT_TEXT_LINES;

const isEmptyOr = (text: string, isRight: (text: string) => boolean) => text.trim() === '' || isRight(text);

const isBetween = (text: string, least: number, most: number) =>
  PLAIN_NUMBER.test(text.trim()) && Number(text) >= least && Number(text) <= most;

/** Whether the text is a valid minimum order value in rupees. */
export const isAmount = (text: string) => isBetween(text, 0, MAX_MINIMUM_ORDER) && isRupees(Number(text));

const isWholeNumber = (text: string, { min, max }: { min: number; max: number }) =>
  isBetween(text, min, max) && Number.isInteger(Number(text));

const isQuantity = (text: string) => isBetween(text, 1, MAX_QUANTITY) && Number.isInteger(Number(text));

const isTimeOrBothEmpty = (time: string, other: string) => (time === '' ? other === '' : minutesOf(time) !== undefined);

const isDegreesOrBothEmpty = (text: string, other: string, limit: number) =>
  text.trim() === '' ? other.trim() === '' : isBetween(text, -limit, limit);
