import { saveSettingsBody } from '@haat/contract/shops/settings.calls';
import { expect, it } from 'vitest';
import { sampleSettings } from '../../test/samples.ts';
import { bodyOf, problemsOf, rulesOf, valuesOf } from '../../ui/use-form.ts';
import { SETTINGS_RULES, type SettingsValues } from './settings-rules.ts';

const view = sampleSettings({ address: null, gstin: '27AAPFU0939F1ZV', minordervalue: 99.5 });
const values = valuesOf(saveSettingsBody, view);
const validate = (typed: SettingsValues) => problemsOf(SETTINGS_RULES, typed);
const requestOf = (typed: SettingsValues) => bodyOf(rulesOf(saveSettingsBody), typed);

it('an unchanged form saves what was loaded', () => {
  const beside = { id: 3, slug: 'dairy', picture: null, paused: false, rush_minutes: 0 };
  expect(validate(values)).toEqual({});
  expect({ ...beside, ...requestOf(values) }).toEqual(view);
});

it('emptied fields are saved as null', () => {
  const empty = { ...values, address: ' ', phone: '', open_time: '', close_time: '', latitude: '', longitude: '' };
  expect(validate(empty)).toEqual({});
  const none = { address: null, phone: null, open_time: null, close_time: null, latitude: null, longitude: null };
  expect(requestOf(empty)).toMatchObject(none);
});

it('only the platform shop has an email', () => {
  expect(requestOf(values)).not.toHaveProperty('email');
  const ofPlatform = valuesOf(saveSettingsBody, { ...view, email: null });
  expect(requestOf(ofPlatform).email).toBeNull();
  expect(requestOf({ ...ofPlatform, email: 'a@b.in' }).email).toBe('a@b.in');
});

it.each([
  ['name', ' '],
  ['phone', '2654 1234'],
  ['email', 'nobody'],
  ['open_time', ''],
  ['close_time', ''],
  ['minordervalue', ''],
  ['minordervalue', '1e3'],
  ['minordervalue', '0x10'],
  ['minordervalue', '१२'],
  ['minordervalue', '12.345'],
  ['minordervalue', '1,000'],
  ['minordervalue', '-1'],
  ['minordervalue', '100001'],
  ['max_per_order', '0'],
  ['max_per_order', '1.5'],
  ['max_per_order', '1000'],
  ['latitude', ''],
  ['latitude', '91'],
  ['longitude', 'NaN'],
  ['reach_km', '0'],
  ['reach_km', '101'],
  ['acceptance_minutes', '2'],
  ['acceptance_minutes', '1441'],
  ['acceptance_minutes', ''],
  ['cancel_grace_minutes', '61'],
  ['cancel_grace_minutes', '1.5'],
  ['remind_seconds', '9'],
  ['alert_seconds', '3601'],
  ['preparation_minutes', '0'],
  ['holding_minutes', ' '],
  ['problem_hours', '23'],
  ['problem_hours', '169'],
] as const)('%s cannot be "%s"', (field, text) => {
  expect(Object.keys(validate({ ...values, [field]: text }))).toEqual([field]);
});

it('a GST number is checked, however it is written', () => {
  expect(validate({ ...values, gstin: '27AAPFU0939F1ZW' })).toEqual({ gstin: 'settings.gstinWrong' });
  expect(validate({ ...values, gstin: ' 27aapfu0939f1zv' })).toEqual({});
});
