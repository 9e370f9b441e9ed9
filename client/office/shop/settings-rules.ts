import { isEmail } from '@haat/contract/accounts/profile';
import { isScalePattern } from '@haat/contract/catalog/scale-label';
import { vpaIn } from '@haat/contract/payments/upi';
import { isRupees } from '@haat/contract/rupees';
import { gstinIn } from '@haat/contract/shops/gstin';
import { saveSettingsBody } from '@haat/contract/shops/settings.calls';
import { shopPhoneIn } from '@haat/contract/shops/shop-phone';
import { ORDER_SETTING_NAMES, RECEIPT_TEXT_LINES } from '@haat/contract/shops/shop-settings';
import type { TextId } from '../../i18n/use-text.ts';
import type { Problems, valuesOf } from '../../ui/use-form.ts';

/** The settings form as typed. Only the platform shop has an email. */
export type SettingsValues = ReturnType<typeof valuesOf<typeof saveSettingsBody>>;

const forOrderSettings = (text: TextId): Problems<SettingsValues> =>
  Object.fromEntries(ORDER_SETTING_NAMES.map((name) => [name, text]));

/** What the settings form demands: the rules of its body, and what these do not express. */
export const SETTINGS_RULES = {
  body: saveSettingsBody,
  texts: {
    name: 'settings.nameMissing',
    fssai_licence: 'productForm.fssaiWrong',
    open_time: 'settings.hoursWrong',
    close_time: 'settings.hoursWrong',
    minordervalue: 'settings.minimumWrong',
    max_per_order: 'settings.maxPerOrderWrong',
    latitude: 'settings.positionWrong',
    longitude: 'settings.positionWrong',
    reach_km: 'settings.reachWrong',
    ...forOrderSettings('settings.numberWrong'),
  } as Problems<SettingsValues>,
  check: (values: SettingsValues): Problems<SettingsValues> => {
    const { open_time: open, close_time: close, latitude, longitude } = values;
    const checks: (readonly [keyof SettingsValues, boolean, TextId])[] = [
      ['phone', isEmptyOr(values.phone, (typed) => shopPhoneIn(typed) !== undefined), 'settings.phoneWrong'],
      ['email', isEmptyOr(values.email, isEmail), 'profile.emailWrong'],
      ['gstin', isEmptyOr(values.gstin, (typed) => gstinIn(typed) !== undefined), 'settings.gstinWrong'],
      ['upi_vpa', isEmptyOr(values.upi_vpa, (typed) => vpaIn(typed) !== undefined), 'settings.upiVpaWrong'],
      ['scale_label', isEmptyOr(values.scale_label, isScalePattern), 'settings.scaleWrong'],
      ['receipt_head', hasFewLines(values.receipt_head), 'settings.receiptTextWrong'],
      ['receipt_foot', hasFewLines(values.receipt_foot), 'settings.receiptTextWrong'],
      ['open_time', isThere(open) || !isThere(close), 'settings.hoursWrong'],
      ['close_time', isThere(close) || !isThere(open), 'settings.hoursWrong'],
      ['latitude', isThere(latitude) || !isThere(longitude), 'settings.positionWrong'],
      ['longitude', isThere(longitude) || !isThere(latitude), 'settings.positionWrong'],
      ['minordervalue', isRupees(Number(values.minordervalue)), 'settings.minimumWrong'],
      ...ORDER_SETTING_NAMES.map((name) => [name, isThere(values[name]), 'settings.numberWrong'] as const),
    ];
    return Object.fromEntries(checks.filter(([, isRight]) => !isRight).map(([field, , text]) => [field, text]));
  },
};

// A field that the shop does not have is undefined.
const isThere = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';
const isEmptyOr = (text: string | undefined, isRight: (text: string) => boolean) =>
  text === undefined || !isThere(text) || isRight(text);
const hasFewLines = (text: string | undefined) => (text ?? '').trim().split('\n').length <= RECEIPT_TEXT_LINES;
