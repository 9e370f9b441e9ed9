import { expect, it } from 'vitest';
import { sampleSettings } from '../../test/samples.ts';
import { toRequest, toFormValues, validateSettings } from './settings-form-values.ts';

const view = sampleSettings({ address: null, gstin: '27AAPFU0939F1ZV', minordervalue: 99.5 });
const values = toFormValues(view);

it('an unchanged form saves what was loaded', () => {
  const beside = { id: 3, slug: 'dairy', picture: null, paused: false, rush_minutes: 0 };
  expect(validateSettings(values)).toEqual({});
  expect({ ...beside, ...toRequest(values, view) }).toEqual(view);
});

it('emptied fields are saved as null', () => {
  const empty = { ...values, address: ' ', phone: '', open_time: '', close_time: '', latitude: '', longitude: '' };
  expect(validateSettings(empty)).toEqual({});
  const none = { address: null, phone: null, open_time: null, close_time: null, latitude: null, longitude: null };
  expect(toRequest(empty, view)).toMatchObject(none);
});

it('only the platform shop has an email', () => {
  expect(toRequest(values, view)).not.toHaveProperty('email');
  expect(toRequest({ ...values, email: 'a@b.in' }, { ...view, email: null }).email).toBe('a@b.in');
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
  expect(Object.keys(validateSettings({ ...values, [field]: text }))).toEqual([field]);
});

it('a GST number is checked, and saved in upper case without spaces', () => {
  expect(validateSettings({ ...values, gstin: '27AAPFU0939F1ZW' })).toEqual({ gstin: 'settings.gstinWrong' });
  const typed = { ...values, gstin: ' 27aapfu0939f1zv' };
  expect(validateSettings(typed)).toEqual({});
  expect(toRequest(typed, view).gstin).toBe('27AAPFU0939F1ZV');
});
