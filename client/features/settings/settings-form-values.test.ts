import { expect, it } from 'vitest';
import { toRequest, toFormValues, validateSettings } from './settings-form-values.ts';

const view = {
  id: 3,
  slug: 'dairy',
  name: 'Dairy',
  address: null,
  phone: '9000000001',
  gstin: '27AAPFU0939F1ZV',
  open_time: '09:00',
  close_time: '21:00',
  minordervalue: 99.5,
  max_per_order: null,
  accepts_orders_when_closed: true,
  latitude: 12.9,
  longitude: 77.6,
  reach_km: 5,
  picture: null,
  paused: false,
  updated: '2026-11-21T10:00:00.000Z',
};
const values = toFormValues(view);

it('an unchanged form saves what was loaded', () => {
  const beside = { id: 3, slug: 'dairy', picture: null, paused: false };
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
  ['phone', '5000000001'],
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
] as const)('%s cannot be "%s"', (field, text) => {
  expect(Object.keys(validateSettings({ ...values, [field]: text }))).toEqual([field]);
});

it('a GST number is checked, and saved in upper case without spaces', () => {
  expect(validateSettings({ ...values, gstin: '27AAPFU0939F1ZW' })).toEqual({ gstin: 'settings.gstinWrong' });
  const typed = { ...values, gstin: ' 27aapfu0939f1zv' };
  expect(validateSettings(typed)).toEqual({});
  expect(toRequest(typed, view).gstin).toBe('27AAPFU0939F1ZV');
});
