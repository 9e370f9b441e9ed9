import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sampleSettings } from '../../../test/samples.ts';
import { stubServer, tokenFor } from '../../../test/stub-server.ts';
import { holidaysFrom } from './holidays.ts';
import { HoursScreen } from './HoursScreen.tsx';

const settings = { ...sampleSettings(), open_time: '09:00', close_time: '21:00' };
const EVERY_DAY = Array.from({ length: 7 }, () => [['09:00', '21:00']]);

async function show(stored: object = {}) {
  const session = { role: 'vendor', shop_id: 3, shop_slug: 'dairy', shop_admin: true };
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...session }));
  const calls = stubServer({
    'GET /api/users/me': () => ({
      id: 7,
      name: 'Test',
      email: 'a@b.in',
      mobile: null,
      profile_image: null,
      ...session,
    }),
    'GET /api/shops/3/settings': () => ({ ...settings, ...stored }),
    'PUT /api/shops/3/hours': ({ body }) => ({ ...settings, ...(body as object), updated: 'next' }),
  });
  renderScreen(<HoursScreen />, { path: '/:shopSlug/admin/hours', at: '/dairy/admin/hours', hasToasts: true });
  await screen.findByRole('group', { name: 'Monday' });
  return () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

const day = (name: string, at = 0) => within(screen.getAllByRole('group', { name })[at]!);
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = async (input: HTMLElement, time: string) => {
  await userEvent.clear(input);
  await userEvent.type(input, time);
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('fills the week from the hours of Monday, with a day off and other hours for delivery', async () => {
  const sent = await show();
  await type(day('Monday').getByLabelText('Closes'), '13:00');
  await userEvent.click(day('Monday').getByRole('button', { name: 'Add hours' }));
  const [, opens] = day('Monday').getAllByLabelText('Opens');
  const [, closes] = day('Monday').getAllByLabelText('Closes');
  await type(opens!, '17:00');
  await type(closes!, '21:30');
  await click('Copy Monday to all days');
  await userEvent.click(day('Sunday').getByRole('checkbox'));
  await userEvent.click(screen.getByLabelText('Delivery has other hours'));
  await userEvent.click(day('Saturday', 1).getByRole('checkbox'));
  await click('Save Changes');
  await screen.findByText('Settings saved');
  const split = [
    ['09:00', '13:00'],
    ['17:00', '21:30'],
  ];
  const week = [split, split, split, split, split];
  expect(sent()).toEqual([
    {
      hours: { takeaway: [...week, split, []], delivery: [...week, [], []], dates: {} },
      updated: settings.updated,
    },
  ]);
});

it('says what is wrong, and sends nothing', async () => {
  const sent = await show();
  await userEvent.click(day('Tuesday').getByRole('button', { name: 'Add hours' }));
  await click('Save Changes');
  expect(day('Tuesday').getByRole('alert').textContent).toBe('Enter both times.');
  const [, opens] = day('Tuesday').getAllByLabelText('Opens');
  const [, closes] = day('Tuesday').getAllByLabelText('Closes');
  await type(opens!, '20:00');
  await type(closes!, '22:00');
  expect(day('Tuesday').getByRole('alert').textContent).toMatch(/^These hours overlap/);
  expect(sent()).toEqual([]);
});

it('adds holidays as days off, and forgets past dates', async () => {
  const past = { '2020-01-01': { delivery: [], takeaway: [] } };
  const sent = await show({ hours: { takeaway: EVERY_DAY, delivery: EVERY_DAY, dates: past } });
  await click('Add holidays');
  const [holiday] = within(screen.getByRole('dialog')).getAllByRole('checkbox');
  await userEvent.click(holiday!);
  await click('Add 1');
  await click('Save Changes');
  await screen.findByText('Settings saved');
  const [{ hours }] = sent() as [{ hours: { dates: object } }];
  expect(Object.values(hours.dates)).toEqual([{ delivery: [], takeaway: [], name: expect.any(String) }]);
});

it('returns to the same hours every day after a question', async () => {
  const sent = await show({ hours: { takeaway: EVERY_DAY, delivery: EVERY_DAY, dates: {} } });
  await click('Same hours every day');
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Same hours every day' }));
  await screen.findByText('Settings saved');
  expect(sent()).toEqual([{ hours: null, updated: settings.updated }]);
});

it('offers a year of holidays of the country and of a state', () => {
  const names = (state: string) => holidaysFrom('2026-12-01', state).map(({ date, names: { en } }) => `${date} ${en}`);
  expect(names('').slice(0, 2)).toEqual(['2026-12-25 Christmas', '2027-01-01 New Year']);
  expect(names('')).toHaveLength(18);
  expect(names('KA')).toContain('2027-11-01 Karnataka Rajyotsava');
});
