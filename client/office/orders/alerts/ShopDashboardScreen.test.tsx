import type { NotificationView } from '@haat/contract/notify/notifications.calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionKeeper } from '../../../app/back-office/SessionKeeper.tsx';
import { activateLanguage, loadPageTexts } from '../../../i18n/language.ts';
import { emitLive } from '../../../lib/live-updates.ts';
import { withRouteGuard, renderScreen } from '../../../test/render-screen.tsx';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../../../test/stub-server.ts';
import { VendorScreen, ShopDashboardScreen } from './ShopDashboardScreen.tsx';
import { LiveSigns } from './LiveSigns.tsx';
import { BackOfficeNotices, ShopBackOffice } from './ShopBackOffice.tsx';

const atTheBackOffice = (screen: ReactElement) => (
  <SessionKeeper>
    <ShopBackOffice>
      <LiveSigns />
      <BackOfficeNotices />
      {withRouteGuard(screen, '/vendor/dashboard')}
    </ShopBackOffice>
  </SessionKeeper>
);

const vendor = { role: 'vendor', email: 'v@dairy.example', shop_id: 3, shop_slug: 'dairy' };
const LIST = 'GET /api/notifications';
const TICKET = 'POST /api/notifications/stream-ticket';

/** The browser's end of a stream, held by the test. */
class HeldEventSource extends EventTarget {
  static all: HeldEventSource[] = [];
  readonly url: string;
  isClosed = false;

  constructor(url: string) {
    super();
    this.url = url;
    HeldEventSource.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
  send(notification: NotificationView) {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(notification) })));
  }
  acknowledge(seq: number) {
    act(() => void this.dispatchEvent(new MessageEvent('acknowledged', { data: JSON.stringify({ seq }) })));
  }
  fire(name: 'open' | 'error' | 'beat' | 'replaced') {
    act(() => void this.dispatchEvent(new Event(name)));
  }
}

const note = (id: number): NotificationView => ({
  id,
  message: `New order H${id}`,
  created_at: '2026-11-21T09:00:00.000Z',
  order_id: id,
  order_number: `H${id}`,
});

type Visit = { at?: string; claims?: object | null };

function show(routes: StubRoutes = {}, { at = '/dairy/admin/dashboard', claims = vendor }: Visit = {}) {
  if (claims) localStorage.setItem('authToken', tokenFor({ sub: '7', ...claims }));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'V', email: 'v@dairy.example', mobile: null, ...claims }),
    [LIST]: () => [note(2), note(1)],
    [TICKET]: () => ({ ticket: 'once', expires_in: 60 }),
    // The stats above are tested with ShopStats.
    'GET /api/shops/3/stats': () => new Promise(() => {}),
    ...routes,
  });
  renderScreen(
    <Routes>
      <Route path="/vendor/dashboard" element={atTheBackOffice(<VendorScreen />)} />
      <Route path="/:shopSlug/admin/dashboard" element={atTheBackOffice(<ShopDashboardScreen />)} />
      <Route path="/" element={<p>start</p>} />
      <Route path="/dairy/shop-orders" element={<p>the orders</p>} />
      <Route path="/haat/login" element={<p>the login</p>} />
    </Routes>,
    { path: '*', at },
  );
  return calls;
}

const messages = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);

async function stream(at = 0): Promise<HeldEventSource> {
  await waitFor(() => expect(HeldEventSource.all.length).toBeGreaterThan(at));
  return HeldEventSource.all[at]!;
}

// A sound that was enabled by a test may begin when the test is over.
Object.assign(globalThis, {
  AudioBufferSourceNode: class {
    connect() {}
    start() {}
    stop() {}
  },
});

beforeEach(() => {
  localStorage.clear();
  HeldEventSource.all = [];
  vi.stubGlobal('EventSource', HeldEventSource);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows the past notifications, then each new one once at the front', async () => {
  show();
  screen.getByText('Loading notifications...');
  await screen.findByText('New order H2');
  screen.getByRole('heading', { name: 'Welcome to Your Shop Dashboard' });
  const live = await stream();
  expect(live.url).toBe('/api/notifications/stream?token=once&lastEventId=2');
  live.fire('open');
  live.send(note(3));
  live.send(note(3));
  live.send(note(1));
  expect(messages()).toEqual(['New order H3', 'New order H2', 'New order H1']);
});

it('words an order in the language of the screen where the server sends its parts', async () => {
  const detailed = { ...note(3), user_name: 'Test Customer', item_count: 2, total: 123456.5 };
  show({ [LIST]: () => [detailed, note(2)] });
  await waitFor(() =>
    expect(messages()).toEqual(['New order H3 from Test Customer: 2 items, ₹1,23,456.50', 'New order H2']),
  );
  await act(async () => {
    await loadPageTexts();
    await activateLanguage('hi');
  });
  expect(messages()).toEqual(['Test Customer का नया ऑर्डर H3: 2 चीज़ें, ₹1,23,456.50', 'New order H2']);
  (await stream()).send({ ...detailed, id: 4, order_number: 'H4', item_count: 1 });
  await screen.findByText(/नया ऑर्डर H4: 1 चीज़/, { selector: '[role=status]' });
});

it('shows that there are no notifications', async () => {
  show({ [LIST]: () => [] });
  expect(await screen.findByText('No notifications yet.')).toBeTruthy();
});

it('retries after a failure', async () => {
  let isBroken = true;
  show({ [LIST]: () => (isBroken ? errorResponse(500, 'internal', '') : [note(1)]) });
  await screen.findByText('Failed to load notifications');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('New order H1')).toBeTruthy();
});

it('reconnects with a new ticket, and receives what it missed', async () => {
  show();
  const first = await stream();
  first.fire('open');
  first.send(note(3));
  first.fire('error');
  expect(first.isClosed).toBe(true);
  fireEvent(window, new Event('online'));
  expect((await stream(1)).url).toBe('/api/notifications/stream?token=once&lastEventId=3');
});

it('reconnects when a connection is silent for too long', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show();
  const live = await stream();
  live.fire('open');
  for (let each = 0; each < 4; each++) {
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    live.fire('beat');
  }
  expect([HeldEventSource.all.length, live.isClosed]).toEqual([1, false]);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(live.isClosed).toBe(true);
  expect(screen.getByText('Reconnecting…')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect([HeldEventSource.all.length, live.isClosed]).toEqual([2, true]);
});

it('says that too many devices use the login, and takes the place back only when asked', async () => {
  show();
  const first = await stream();
  first.fire('open');
  first.fire('replaced');
  await screen.findByText(/^Too many devices use this login/);
  act(() => void window.dispatchEvent(new Event('online')));
  expect([HeldEventSource.all.length, first.isClosed]).toEqual([1, true]);
  fireEvent.click(screen.getByRole('button', { name: 'Receive orders here' }));
  (await stream(1)).fire('open');
  await waitFor(() => expect(screen.queryByText(/^Too many devices/)).toBeNull());
});

it('shows that the connection is lost after all attempts', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show({ [TICKET]: () => Promise.reject(new TypeError('fetch failed')) });
  await screen.findByText('Reconnecting…');
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(screen.queryByText('Live connection lost. Please refresh.')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(90_000));
  expect(screen.getByText('Live connection lost. Please refresh.')).toBeTruthy();
});

it('says only that the device is offline while it is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show({ [TICKET]: () => Promise.reject(new TypeError('fetch failed')) });
  await act(() => vi.advanceTimersByTimeAsync(210_000));
  await screen.findByText('Live connection lost. Please refresh.');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.queryByText('Live connection lost. Please refresh.')).toBeNull();
});

describe('new orders that are not acknowledged', () => {
  const ACKNOWLEDGE = 'POST /api/notifications/acknowledge';
  const bar = () => screen.queryByRole('region', { name: 'New order' });
  const titled = (count: string) => `${count}Welcome to Your Shop Dashboard · Haat`;

  async function showTwoNew(routes: StubRoutes = {}) {
    const calls = show({ [ACKNOWLEDGE]: () => ({ seq: 4 }), ...routes });
    const live = await stream();
    live.acknowledge(2);
    expect(bar()).toBeNull();
    live.send(note(3));
    live.send(note(4));
    return { calls, live };
  }

  it('are counted on the screen and in the title', async () => {
    await showTwoNew();
    expect(bar()?.textContent).toContain('2 new orders');
    fireEvent.pointerDown(document.body);
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(document.title).toBe(titled('(2) '));
  });

  it('that arrived before the screen was opened are counted as well', async () => {
    show();
    (await stream()).acknowledge(1);
    expect(bar()?.textContent).toContain('1 new order');
  });

  it.each([
    ['Silence', 'button', 'Shop Notifications (Live)'],
    ['View', 'link', 'the orders'],
  ])('are acknowledged with %s, for the whole shop', async (name, role, then) => {
    const { calls } = await showTwoNew();
    await userEvent.click(screen.getByRole(role, { name }));
    expect(bar()).toBeNull();
    expect(await screen.findByText(then)).toBeTruthy();
    const sent = calls.filter(({ path }) => path.endsWith('/acknowledge')).map(({ body }) => body);
    expect(sent).toEqual([{ seq: 4, shop_id: 3 }]);
  });

  it.each([
    ['the stream', (live: HeldEventSource) => live.acknowledge(4)],
    ['the socket', () => act(() => emitLive('orders.acknowledged', { shop_id: 3, seq: 4 }))],
  ])('are none once another device acknowledged them, by %s', async (_, receive) => {
    const { live } = await showTwoNew();
    act(() => emitLive('orders.acknowledged', { shop_id: 99, seq: 50 }));
    expect(bar()).not.toBeNull();
    receive(live);
    expect([bar(), document.title]).toEqual([null, titled('')]);
  });

  it('are acknowledged at the server with retries', async () => {
    let isBroken = true;
    const { calls } = await showTwoNew({
      [ACKNOWLEDGE]: () => (isBroken ? Promise.reject(new TypeError('fetch failed')) : { seq: 4 }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Silence' }));
    isBroken = false;
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/acknowledge'))).toHaveLength(2));
  });
});

describe('the sound', () => {
  const sources: HeldSource[] = [];
  class HeldSource {
    readonly loop: boolean;
    start = vi.fn();
    stop = vi.fn();
    connect = vi.fn();
    constructor(_: unknown, { loop }: { loop: boolean }) {
      this.loop = loop;
      sources.push(this);
    }
  }
  class HeldAudio extends EventTarget {
    state = 'suspended';
    sampleRate = 100;
    createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
    resume = async () => {
      if (this.state === 'running') return;
      this.state = 'running';
      this.dispatchEvent(new Event('statechange'));
    };
  }
  const ringing = () => sources.filter(({ loop, stop }) => loop && stop.mock.calls.length === 0);

  beforeEach(() => {
    sources.length = 0;
    vi.stubGlobal('AudioContext', HeldAudio);
    vi.stubGlobal('AudioBufferSourceNode', HeldSource);
  });

  it('repeats until the orders are acknowledged, and starts again for the next one', async () => {
    show();
    const live = await stream();
    live.acknowledge(2);
    await userEvent.click(await screen.findByRole('button', { name: 'Enable sound' }));
    live.send(note(3));
    await waitFor(() => expect(ringing()).toHaveLength(1));
    live.send(note(4));
    expect(ringing()).toHaveLength(1);
    live.acknowledge(4);
    await waitFor(() => expect(ringing()).toHaveLength(0));
    live.send(note(5));
    await waitFor(() => expect(ringing()).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Turn sound off' }));
    expect(ringing()).toHaveLength(0);
  });
});

it('stores whether the sound is on', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Enable sound' }));
  cleanup();
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Turn sound off' }));
  expect(screen.getByRole('button', { name: 'Enable sound' })).toBeTruthy();
});

it('asks for desktop notifications once, and opens the orders from one', async () => {
  const shown: EventTarget[] = [];
  class HeldNotification extends EventTarget {
    static permission = 'default';
    static requestPermission = vi.fn(async () => (HeldNotification.permission = 'granted'));
    constructor() {
      super();
      shown.push(this);
    }
    close() {}
  }
  vi.stubGlobal('Notification', HeldNotification);
  show();
  const live = await stream();
  live.send(note(3));
  expect([shown.length, HeldNotification.requestPermission.mock.calls.length]).toEqual([0, 0]);

  await userEvent.click(await screen.findByRole('button', { name: 'Desktop notifications' }));
  expect(screen.queryByRole('button', { name: 'Desktop notifications' })).toBeNull();
  live.send(note(4));
  act(() => void shown[0]?.dispatchEvent(new Event('click')));
  expect(await screen.findByText('the orders')).toBeTruthy();
});

it('greets a vendor by email', async () => {
  show({}, { at: '/vendor/dashboard' });
  expect(screen.getByRole('heading', { name: 'Welcome, v@dairy.example!' })).toBeTruthy();
  expect(await screen.findByText('New order H2')).toBeTruthy();
});

it('denies the vendor page to a customer', async () => {
  show({}, { at: '/vendor/dashboard', claims: { email: 'c@haat.example' } });
  expect(await screen.findByText('Access denied. Only vendors can view this page.')).toBeTruthy();
  expect(HeldEventSource.all).toEqual([]);
});

it('sends a guest from the vendor page to the login', async () => {
  show({}, { at: '/vendor/dashboard', claims: null });
  expect(await screen.findByText('the login')).toBeTruthy();
  expect(HeldEventSource.all).toEqual([]);
});

it('redirects a vendor without a shop to the start', async () => {
  show({}, { at: '/vendor/dashboard', claims: { role: 'vendor' } });
  expect(await screen.findByText('start')).toBeTruthy();
});

it.each([
  ['the list', { [LIST]: () => errorResponse(403, 'forbidden', 'No') }],
  ['the stream', { [TICKET]: () => errorResponse(403, 'forbidden', 'No') }],
])('ends the session and asks to log in to the shop when %s is rejected', async (_, routes) => {
  show(routes);
  const login = within(await screen.findByRole('dialog', { name: 'Login' }));
  login.getByText('You were logged out. New orders do not ring on this device. Log in to continue.');
  login.getByLabelText('Email');
  expect(localStorage.getItem('authToken')).toBeNull();
});

describe('with a service worker', () => {
  const handedOver = vi.fn();

  beforeEach(() => {
    handedOver.mockReset();
    vi.stubGlobal('Notification', { permission: 'granted' });
    const controller = { postMessage: handedOver };
    Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true });
  });
  afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

  it('passes it a new order with the id of its push message, which it may have shown', async () => {
    show();
    (await stream()).send(note(3));
    const order = { id: 'shop:3#3', title: 'New order', body: 'New order H3', path: '/dairy/shop-orders' };
    const message: unknown = expect.objectContaining(order);
    expect(handedOver.mock.calls).toEqual([[{ type: 'push.show', message }, []]]);
  });

  it('acknowledges on a click on a notification of this shop', async () => {
    const calls = show();
    const live = await stream();
    live.acknowledge(2);
    live.send(note(3));
    const opened = { kind: 'order.placed', title: '', body: '', path: '/', tag: '' } as const;
    const acknowledged = () => calls.filter(({ path }) => path.endsWith('/acknowledge')).map(({ body }) => body);
    act(() => emitLive('push.opened', { ...opened, id: 'shop:99#3' }));
    expect(acknowledged()).toEqual([]);
    act(() => emitLive('push.opened', { ...opened, id: 'shop:3#3' }));
    await waitFor(() => expect(acknowledged()).toEqual([{ seq: 3, shop_id: 3 }]));
  });
});
