import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleSettings } from '../../test/samples.ts';
import { errorResponse, stubServer } from '../../test/stub-server.ts';
import { PauseSwitch } from './PauseSwitch.tsx';

const ALWAYS_OPEN = { open_time: null, close_time: null };

/** Shows the switch; the settings have what the server answered to a pause. */
function show(settings: object = {}, pause: () => object = () => ({ paused: true, paused_until: null })) {
  let paused = {};
  const calls = stubServer({
    'GET /api/shops/3/settings': () => sampleSettings({ ...ALWAYS_OPEN, ...settings, ...paused }),
    'PUT /api/shops/3/pause': () => {
      const answer = pause();
      if (!(answer instanceof Response)) paused = answer;
      return answer;
    },
  });
  renderScreen(<PauseSwitch shopId={3} />, { path: '/', at: '/' });
  return calls;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['open', {}, 'Orders: Open'],
  ['closed', { open_time: '00:00', close_time: '00:01' }, 'Orders: Closed'],
  ['paused', { paused: true }, 'Orders: Paused'],
  ['paused for a while', { paused: true, paused_until: '2100-01-01T11:00:00Z' }, 'Orders are paused until 4:30 PM.'],
  ['open again after it', { paused: true, paused_until: '2020-01-01T11:00:00Z' }, 'Orders: Open'],
])('says that the shop is %s', async (_, settings, name) => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:30:00Z'), toFake: ['Date'] });
  show(settings);
  await screen.findByRole('button', { name });
  vi.useRealTimers();
});

it('says that a shop without products is not open yet, and leads to what is missing', async () => {
  show({ getting_ready: true, slug: 'malnad-dairy' });
  const link = await screen.findByRole('link', { name: 'Not open yet' });
  expect(link.getAttribute('href')).toBe('/malnad-dairy/admin/dashboard');
  expect(screen.queryByRole('button')).toBeNull();
});

it('pauses for half an hour in two taps', async () => {
  const until = '2100-01-01T11:00:00Z';
  const calls = show({}, () => ({ paused: true, paused_until: until }));
  await userEvent.click(await screen.findByRole('button', { name: 'Orders: Open' }));
  const panel = within(screen.getByRole('group', { name: 'Orders: Open' }));
  await userEvent.click(panel.getByRole('button', { name: 'Pause for 30 minutes' }));
  await screen.findByRole('button', { name: 'Orders are paused until 4:30 PM.' });
  expect(screen.queryByRole('group')).toBeNull();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ paused: true, minutes: 30 });
});

it('stays open with the reason when the server refuses', async () => {
  show({}, () => errorResponse(403, 'shop_suspended', 'This shop is suspended'));
  await userEvent.click(await screen.findByRole('button', { name: 'Orders: Open' }));
  await userEvent.click(screen.getByRole('button', { name: 'Pause until I resume' }));
  await screen.findByRole('alert');
});

it('is absent while the platform has suspended the shop', async () => {
  const calls = show({ suspended: 'Expired licence' });
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(screen.queryByRole('button')).toBeNull();
});
