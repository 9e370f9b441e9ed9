import type { SettingsView } from '@haat/contract/shops/settings.calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sampleOrder, sampleSettings } from '../../../test/samples.ts';
import { stubServer, tokenFor } from '../../../test/stub-server.ts';
import { PromisedTime, ReadyIn } from './PromisedTime.tsx';
import { RushSwitch } from './RushSwitch.tsx';

const NOW = new Date('2026-11-23T10:00:00Z');

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('offers the usual time of a busy shop first', async () => {
  stubServer({ 'GET /api/shops/3/settings': () => sampleSettings({ rush_minutes: 10, delivery_minutes: 5 }) });
  const choose = vi.fn();
  const order = sampleOrder({ takeaway: false, shop: { ...sampleOrder().shop, id: 3 } });
  renderScreen(<ReadyIn order={order} minutes={undefined} onChoose={choose} />, { path: '/', at: '/' });
  const field = screen.getByRole('combobox', { name: 'Ready in' });
  await waitFor(() => expect((field as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('35 min'));
  await userEvent.selectOptions(field, '45 min');
  expect(choose).toHaveBeenLastCalledWith(45);
});

it.each([
  ['2026-11-23T10:15:00Z', /^Promised for /, 25],
  ['2026-11-23T09:40:00Z', /, late$/, 10],
])('shows the promised time %s, and moves it by ten minutes', async (promised_at, text, minutes) => {
  const order = sampleOrder({ order_status: 'Accepted', promised_at });
  const calls = stubServer({ 'POST /api/orders/4/promise': () => order });
  renderScreen(<PromisedTime order={order} status="Accepted" now={NOW} />, { path: '/', at: '/' });
  screen.getByText(text);
  await userEvent.click(screen.getByRole('button', { name: '+10 min' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ ready_in_minutes: minutes }),
  );
});

it('shows no promise once the order has left the shop', () => {
  const order = sampleOrder({ order_status: 'In Transit', promised_at: '2026-11-23T10:15:00Z' });
  renderScreen(<PromisedTime order={order} status="In Transit" now={NOW} />, { path: '/', at: '/' });
  expect(screen.queryByText(/Promised/)).toBeNull();
});

it('makes every order take longer with one tap', async () => {
  let rush_minutes: SettingsView['rush_minutes'] = 0;
  const calls = stubServer({
    'GET /api/shops/3/settings': () => sampleSettings({ rush_minutes }),
    'PUT /api/shops/3/rush': () => ({ minutes: (rush_minutes = 20) }),
  });
  renderScreen(<RushSwitch shopId={3} />, { path: '/', at: '/' });
  await userEvent.click(await screen.findByRole('button', { name: '+20 min' }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ minutes: 20 }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '+20 min' }).getAttribute('aria-pressed')).toBe('true'),
  );
});
