import { listOwnOrders } from '@haat/contract/orders/orders.calls';
import { listAddresses } from '@haat/contract/accounts/users.calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../lib/api.ts';
import { clearTokens, readTokens, saveTokens } from '../../lib/storage.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubCall } from '../../test/stub-server.ts';
import { useAddresses } from '../addresses/use-addresses.ts';
import { refreshTokens } from './session-actor.ts';
import { useSession, useSessionSend } from './SessionProvider.tsx';

const goodToken = tokenFor({ sub: '7', role: 'vendor', shop_id: 3 });
const oldToken = tokenFor({ sub: '7', exp: 1 });
const user = { id: 7, name: 'Test Customer', email: 'a@b.in', mobile: null, profile_image: null };

const ME = 'GET /api/users/me';
const REFRESH = 'POST /api/auth/refresh-token';

function Who() {
  const { isSignedIn, user: profile, email, isVendor } = useSession();
  const send = useSessionSend();
  return (
    <>
      <p>{isSignedIn ? `logged in ${email} ${isVendor ? 'vendor' : 'customer'} ${profile?.name ?? ''}` : 'guest'}</p>
      <button onClick={() => send({ type: 'logout' })}>out</button>
    </>
  );
}

const show = () => renderScreen(<Who />, { path: '/', at: '/' });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('is a guest without a token, and sends no request', () => {
  const calls = stubServer({});
  show();
  expect(screen.getByText('guest')).toBeTruthy();
  expect(calls).toEqual([]);
});

it.each(['null', 'x.bnVsbA.x', 'x.e30.x', '{"token":1}'])(
  'is a guest with %j where the token should be',
  async (stored) => {
    localStorage.setItem('authToken', stored);
    const calls = stubServer({});
    show();
    await screen.findByText('guest');
    expect(localStorage.getItem('authToken')).toBeNull();
    expect(calls).toEqual([]);
  },
);

it('is a guest where storage is forbidden', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  stubServer({});
  show();
  expect(screen.getByText('guest')).toBeTruthy();
});

it('shows the screen at once for a good token, and the profile when it arrives', async () => {
  localStorage.setItem('authToken', goodToken);
  const calls = stubServer({ [ME]: () => ({ ...user, role: 'vendor', shop_id: 3 }) });
  show();
  expect(screen.getByText('logged in a@b.in vendor')).toBeTruthy();
  await screen.findByText('logged in a@b.in vendor Test Customer');
  expect(calls[0]?.headers.get('authorization')).toBe(`Bearer ${goodToken}`);
});

it('shows nothing until an expired token was renewed, and stores the new ones', async () => {
  localStorage.setItem('authToken', oldToken);
  localStorage.setItem('refreshToken', 'r1');
  stubServer({
    [REFRESH]: () => ({ token: goodToken, refreshToken: 'r2' }),
    [ME]: () => user,
  });
  show();
  expect(screen.queryByRole('button')).toBeNull();
  await screen.findByText(/logged in/);
  expect(localStorage.getItem('authToken')).toBe(goodToken);
  expect(localStorage.getItem('refreshToken')).toBe('r2');
  expect(localStorage.getItem('userId')).toBe('7');
});

it('removes both tokens when the refresh is refused', async () => {
  localStorage.setItem('authToken', oldToken);
  localStorage.setItem('refreshToken', 'r1');
  stubServer({ [REFRESH]: () => errorResponse(401, 'unauthenticated', 'Log in again') });
  show();
  await screen.findByText('guest');
  expect([localStorage.getItem('authToken'), localStorage.getItem('refreshToken')]).toEqual([null, null]);
});

it('keeps the tokens when the connection fails', async () => {
  localStorage.setItem('authToken', oldToken);
  localStorage.setItem('refreshToken', 'r1');
  stubServer({ [REFRESH]: () => Promise.reject(new TypeError('fetch failed')) });
  show();
  await screen.findByText(/logged in a@b.in/);
  expect(localStorage.getItem('refreshToken')).toBe('r1');
});

it('repeats a refused call with the renewed token', async () => {
  localStorage.setItem('authToken', tokenFor({ sub: '7', sid: 'spent' }));
  localStorage.setItem('refreshToken', 'r1');
  const list = ({ headers }: StubCall) =>
    headers.get('authorization') === `Bearer ${goodToken}` ? [] : errorResponse(401, 'unauthenticated', 'Expired');
  const calls = stubServer({
    [ME]: () => user,
    [REFRESH]: () => ({ token: goodToken, refreshToken: 'r2' }),
    'GET /api/orders/user': list,
    'GET /api/address': list,
  });
  show();
  await screen.findByText(/Test Customer/);
  const answers = await Promise.all([call(listOwnOrders), call(listAddresses)]);
  expect(answers).toEqual([[], []]);
  expect(calls.filter(({ path }) => path.endsWith('refresh-token'))).toHaveLength(1);
});

it('logs out here and at the server', async () => {
  localStorage.setItem('authToken', goodToken);
  localStorage.setItem('refreshToken', 'r1');
  const calls = stubServer({
    [ME]: () => user,
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
  });
  show();
  await screen.findByText(/Test Customer/);
  screen.getByRole('button', { name: 'out' }).click();
  await screen.findByText('guest');
  expect(localStorage.getItem('authToken')).toBeNull();
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ path: '/api/auth/logout', body: { refreshToken: 'r1' } }));
});

it('follows another tab that logged out', async () => {
  localStorage.setItem('authToken', goodToken);
  stubServer({ [ME]: () => user });
  show();
  await screen.findByText(/Test Customer/);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', storageArea: localStorage }));
  expect(await screen.findByText('guest')).toBeTruthy();
});

function Addressed() {
  const { addresses } = useAddresses();
  return (
    <>
      <Who />
      <p>{`${addresses.length} addresses`}</p>
    </>
  );
}

it('clears private data at the logout, and does not request it again', async () => {
  localStorage.setItem('authToken', goodToken);
  const calls = stubServer({
    [ME]: () => user,
    'GET /api/address': () => [
      { id: 1, name: 'Test Customer', street: '4th Main', city: 'Bengaluru', zip: '560011', phone: '9000000001' },
    ],
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
  });
  renderScreen(<Addressed />, { path: '/', at: '/' });
  await screen.findByText('1 addresses');
  screen.getByRole('button', { name: 'out' }).click();
  await screen.findByText('0 addresses');
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/auth/logout'));
  expect(calls.filter(({ path }) => path === '/api/address')).toHaveLength(1);
});

function Speaker() {
  const { shopId, user: profile } = useSession();
  return <p>{`${profile ? 'known' : 'new'}: ${shopId ?? 'no shop'}`}</p>;
}

it.each([
  ['a customer', {}, 'no shop'],
  ['a vendor', { role: 'vendor', shop_id: 3 }, '3'],
])('lets %s speak for the same shop before and after the profile is there', async (_, membership, shop) => {
  // The token names the shop it was issued at, to customers as well.
  localStorage.setItem('authToken', tokenFor({ sub: '7', shop_id: 3, ...membership }));
  stubServer({ [ME]: () => ({ ...user, ...membership }) });
  renderScreen(<Speaker />, { path: '/', at: '/' });
  screen.getByText(`new: ${shop}`);
  await screen.findByText(`known: ${shop}`);
});

describe('a refresh of the tokens', () => {
  const old = { token: tokenFor({ sub: '7', exp: 1 }), refreshToken: 'r1' };
  const fresh = { token: tokenFor({ sub: '7' }), refreshToken: 'r2' };

  /** One after the other, as the browser grants locks to its tabs. */
  function lockTabs() {
    let last: Promise<unknown> = Promise.resolve();
    const request = (_name: string, _options: object, work: () => Promise<unknown>) => {
      last = last.catch(() => {}).then(work);
      return last;
    };
    vi.stubGlobal('navigator', { locks: { request } });
  }

  beforeEach(() => saveTokens(old));

  it('refreshes once for two tabs', async () => {
    lockTabs();
    const calls = stubServer({ [REFRESH]: () => fresh });
    expect(await Promise.all([refreshTokens('r1'), refreshTokens('r1')])).toEqual([fresh, fresh]);
    expect(calls).toHaveLength(1);
  });

  it('refreshes without a lock manager, too', async () => {
    stubServer({ [REFRESH]: () => fresh });
    expect(await refreshTokens('r1')).toEqual(fresh);
    expect(readTokens()).toEqual(fresh);
  });

  it('refreshes anyway when another tab holds the lock and hangs', async () => {
    vi.useFakeTimers();
    const request = (_name: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('AbortError'))));
    vi.stubGlobal('navigator', { locks: { request } });
    stubServer({ [REFRESH]: () => fresh });
    const asking = refreshTokens('r1');
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await asking).toEqual(fresh);
  });

  it('rejects with the refusal, and does not retry it', async () => {
    lockTabs();
    const calls = stubServer({ [REFRESH]: () => errorResponse(401, 'unauthenticated', 'Log in again') });
    await expect(refreshTokens('r1')).rejects.toThrow('Log in again');
    expect(calls).toHaveLength(1);
  });

  it('does not log in again a user who logged out meanwhile', async () => {
    stubServer({
      [REFRESH]: () => {
        clearTokens();
        return fresh;
      },
    });
    await refreshTokens('r1');
    expect(readTokens()).toBeUndefined();
  });

  it.each([
    ['ahead', 86_400_000],
    ['behind', -86_400_000],
  ])('gets on with a clock that is a day %s', async (_, skew) => {
    vi.useFakeTimers({ now: Date.now() + skew, toFake: ['Date'] });
    stubServer({ [REFRESH]: () => fresh });
    expect(await refreshTokens('r1')).toEqual(fresh);
    vi.useRealTimers();
  });
});

describe('the last orders on this device', () => {
  const stored = () => localStorage.getItem('lastOrders');
  beforeEach(() => {
    saveTokens({ token: goodToken, refreshToken: 'r1' }, '7');
    localStorage.setItem('lastOrders', '{"userId":7}');
  });

  it('are removed at logout', async () => {
    stubServer({ [ME]: () => user });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'out' }));
    await screen.findByText('guest');
    expect(stored()).toBeNull();
  });

  it('are removed when the server ends the session', async () => {
    stubServer({
      [ME]: () => errorResponse(401, 'unauthenticated', 'No'),
      [REFRESH]: () => errorResponse(401, 'unauthenticated', 'No'),
    });
    show();
    await screen.findByText('guest');
    expect(stored()).toBeNull();
  });

  it('stay when the same user logs in again, and are removed when another one does', () => {
    saveTokens({ token: goodToken, refreshToken: 'r2' }, '7');
    expect(stored()).not.toBeNull();
    saveTokens({ token: tokenFor({ sub: '8' }), refreshToken: 'r3' }, '8');
    expect(stored()).toBeNull();
  });
});
