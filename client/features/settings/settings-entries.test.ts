import { expect, it } from 'vitest';
import { bodyOf, entriesOf, problemsOf } from './settings-entries.ts';

const view = {
  id: 3,
  slug: 'dairy',
  name: 'Dairy',
  address: null,
  phone: '9000000001',
  open_time: '09:00',
  close_time: '21:00',
  minordervalue: 99.5,
  accepts_orders_when_closed: true,
  latitude: 12.9,
  longitude: 77.6,
  reach_km: 5,
  picture: null,
  paused: false,
  updated: '2026-11-21T10:00:00.000Z',
};
const entries = entriesOf(view);

it('what was read is what would be saved', () => {
  const beside = { id: 3, slug: 'dairy', picture: null, paused: false };
  expect(problemsOf(entries)).toEqual({});
  expect({ ...beside, ...bodyOf(entries, view) }).toEqual(view);
});

it('what is emptied is none', () => {
  const empty = { ...entries, address: ' ', phone: '', open_time: '', close_time: '', latitude: '', longitude: '' };
  expect(problemsOf(empty)).toEqual({});
  const none = { address: null, phone: null, open_time: null, close_time: null, latitude: null, longitude: null };
  expect(bodyOf(empty, view)).toMatchObject(none);
});

it('the platform’s own shop has an email, the others have none', () => {
  expect(bodyOf(entries, view)).not.toHaveProperty('email');
  expect(bodyOf({ ...entries, email: 'a@b.in' }, { ...view, email: null }).email).toBe('a@b.in');
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
  ['latitude', ''],
  ['latitude', '91'],
  ['longitude', 'NaN'],
  ['reach_km', '0'],
  ['reach_km', '101'],
] as const)('%s cannot be "%s"', (field, text) => {
  expect(Object.keys(problemsOf({ ...entries, [field]: text }))).toEqual([field]);
});
