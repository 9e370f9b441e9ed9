import { useQuery, useQueryClient } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { useReloadSharedDevice, useSharedDevice } from './shared-device.ts';

const claims = { role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
const admin = { id: 21, name: 'Test Admin' };
const vendor = { id: 22, name: 'Test Vendor' };
const OTHER_TAKE = ['stock', 3, 'take', 8];

/** Shows one stock take; another one was read by a screen before. */
function StockTake({ read }: { read: () => string }) {
  const queries = useQueryClient();
  const person = useSharedDevice()?.person;
  const reload = useReloadSharedDevice();
  const { data } = useQuery({ queryKey: ['stock', 3, 'take', 9], queryFn: read });
  return (
    <>
      <p>{`${person?.name ?? 'Nobody'} sees ${data}, and ${queries.getQueryData<string>(OTHER_TAKE) ?? 'nothing'}`}</p>
      <button type="button" onClick={() => queries.setQueryData(OTHER_TAKE, 'cost 40')}>
        Read
      </button>
      <button type="button" onClick={() => void reload()}>
        Reload
      </button>
    </>
  );
}

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('forgets what one person has read when another one begins, also when it was locked between them', async () => {
  const deleted = vi.fn();
  vi.stubGlobal('indexedDB', { deleteDatabase: deleted });
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...claims }));
  let person: typeof admin | null = admin;
  stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'Test Counter', email: 'c@dairy.example', mobile: null, ...claims }),
    'GET /api/shared-device': () => ({
      asks_pin: true,
      idle_minutes: 5,
      person: person && { ...person, role: 'vendor' },
      until: person && new Date(Date.now() + 60_000).toISOString(),
      people: [admin, vendor],
    }),
  });
  const read = () => (person?.id === vendor.id ? 'no cost' : 'cost 30');
  renderScreen(<StockTake read={read} />, { path: '*', at: '/dairy/admin/stock' });
  await screen.findByText(/^Test Admin sees cost 30/);
  await click('Read');
  deleted.mockClear();

  person = null;
  await click('Reload');
  await screen.findByText('Nobody sees cost 30, and cost 40');
  person = admin;
  await click('Reload');
  await screen.findByText('Test Admin sees cost 30, and cost 40');
  expect(deleted).not.toHaveBeenCalled();

  person = null;
  await click('Reload');
  await screen.findByText(/^Nobody/);
  person = vendor;
  await click('Reload');
  await screen.findByText('Test Vendor sees no cost, and nothing');
  expect(deleted).toHaveBeenCalledWith('shopCopy');
});
