import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emitLive } from '../../../lib/live-updates.ts';
import { sampleOrder } from '../../../test/samples.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../../test/stub-server.ts';
import { ShopBackOffice } from '../alerts/ShopBackOffice.tsx';
import { ShopOrdersScreen } from './ShopOrdersScreen.tsx';

const LIST = 'GET /api/orders/shop/3?limit=200&group=open';
const FOUND = 'GET /api/orders/shop/3?limit=50';
const STEP = 'PATCH /api/orders/4/status';

class SilentEventSource extends EventTarget {
  close() {}
}

function show(routes: StubRoutes, at = '/dairy/shop-orders') {
  const vendor = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
  localStorage.setItem('authToken', tokenFor(vendor));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'V', mobile: null, profile_image: null, ...vendor }),
    'GET /api/notifications': () => [],
    'POST /api/notifications/stream-ticket': () => ({ ticket: 't', expires_in: 60 }),
    ...routes,
  });
  renderScreen(
    <ShopBackOffice>
      <ShopOrdersScreen />
    </ShopBackOffice>,
    { path: '/:shopSlug/shop-orders', at, hasToasts: true },
  );
  return calls;
}

const two = () => [sampleOrder(), sampleOrder({ id: 5, orderNumber: 'H000005' })];
const paths = (calls: ReturnType<typeof show>) =>
  calls.map(({ path }) => path).filter((path) => path.startsWith('/api/orders/shop/3?'));
const statusCalls = (calls: ReturnType<typeof show>) => calls.filter(({ method }) => method === 'PATCH');
const card = (number: string) => screen.findByRole('article', { name: `Order ${number}` });

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('orderBoardView', 'board');
  vi.stubGlobal('EventSource', SilentEventSource);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const setPhone = () => vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));

describe('the board', () => {
  it('has a lane for each open status, with its count, and the oldest on top', async () => {
    setPhone();
    show({
      [LIST]: () => [
        ...two(),
        sampleOrder({ id: 6, orderNumber: 'H000006', order_status: 'Accepted' }),
        sampleOrder({ id: 7, orderNumber: 'H000007', order_status: 'In Transit' }),
      ],
    });
    const pending = within(await screen.findByRole('region', { name: 'Pending' }));
    expect(pending.getAllByRole('article').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Order H000004',
      'Order H000005',
    ]);
    for (const name of ['Pending 2', 'Accepted 1', 'Ready for pickup 0', 'Order on the way 1'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Accepted 1' }));
    expect(screen.getByRole('button', { name: 'Accepted 1' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('shows one list on a wide screen, and stores the choice and the size of the tickets', async () => {
    show({ [LIST]: two });
    await screen.findByRole('region', { name: 'Pending' });
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    expect(within(await screen.findByRole('region', { name: 'Open orders' })).getAllByRole('article')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Board settings' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Comfortable' }));
    cleanup();
    show({ [LIST]: two });
    expect(await screen.findByRole('region', { name: 'Open orders' })).toBeTruthy();
    expect(localStorage.getItem('orderBoardDensity')).toBe('comfortable');
  });

  it('begins as a list where four columns have no room', async () => {
    localStorage.removeItem('orderBoardView');
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query === '(min-width: 768px)' }),
    );
    show({ [LIST]: two });
    expect(await screen.findByRole('region', { name: 'Open orders' })).toBeTruthy();
  });

  it('ticks lines off while packing, kept over a reload, until the order is done', async () => {
    const accepted = () => [sampleOrder({ order_status: 'Accepted' })];
    show({ [LIST]: accepted });
    const line = () => screen.findByRole<HTMLInputElement>('checkbox', { name: '2 × Ghee · 500 g' });
    await userEvent.click(await line());
    expect((await line()).checked).toBe(true);
    cleanup();
    show({ [LIST]: accepted });
    expect((await line()).checked).toBe(true);
    expect(localStorage.getItem('packedLines')).toBe('{"4":[41]}');
    cleanup();
    show({ [LIST]: () => [] });
    await waitFor(() => expect(localStorage.getItem('packedLines')).toBeNull());
  });
});

describe('finding orders', () => {
  it('searches in every status, debounced, and goes back to the lane', async () => {
    setPhone();
    const calls = show(
      { [`${FOUND}&search=98765`]: () => [sampleOrder({ order_status: 'Delivered' })], [LIST]: two },
      '/dairy/shop-orders?tab=accepted',
    );
    await card('H000005');
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    const field = screen.getByRole('searchbox', { name: 'Order, code, phone, name or product' });
    await userEvent.type(field, '98765');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(paths(calls).filter((path) => path.includes('search'))).toEqual([
      '/api/orders/shop/3?limit=50&search=98765',
    ]);
    await userEvent.clear(field);
    await card('H000005');
    expect(screen.getByRole('button', { name: 'Accepted 0' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('leaves the board as it is while the server is away', async () => {
    show({ [LIST]: two, [`${FOUND}&search=1`]: () => Promise.reject(new TypeError('fetch failed')) });
    await card('H000005');
    await userEvent.type(screen.getByRole('searchbox'), '1');
    expect(await screen.findByText('Network error, please try again.')).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  it('offers all orders when none match', async () => {
    show({ [`${FOUND}&search=1`]: () => [], [LIST]: two }, '/dairy/shop-orders?search=1');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all orders' }));
    await card('H000004');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });
});

describe('a board that is used', () => {
  const numbersIn = (lane: string) =>
    within(screen.getByRole('region', { name: lane }))
      .queryAllByRole('article')
      .map((each) => each.getAttribute('aria-label'));
  const reread = () => {
    const event = { feed: 'user:9', seq: 1, order_id: 4, order_number: 'H000004', status: 'Accepted' } as const;
    act(() => emitLive('order.status', { ...event, at: sampleOrder().order_date }));
  };

  it('moves no card as long as a finger is down, and shows what came on a tap', async () => {
    let orders = two();
    show({ [LIST]: () => orders });
    const ticket = await card('H000005');
    fireEvent.pointerDown(ticket);
    // Paid late: it belongs between the two. One more comes below them.
    const early = sampleOrder({ id: 2, orderNumber: 'H000002' });
    orders = [
      early,
      sampleOrder({ order_status: 'Accepted' }),
      orders[1]!,
      sampleOrder({ id: 6, orderNumber: 'H000006' }),
    ];
    reread();
    await card('H000006');
    expect(numbersIn('Pending')).toEqual(['Order H000004', 'Order H000005', 'Order H000006']);
    expect(numbersIn('Accepted')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: /new order/ }));
    await waitFor(() => expect(numbersIn('Pending')).toEqual(['Order H000002', 'Order H000005', 'Order H000006']));
    expect(numbersIn('Accepted')).toEqual(['Order H000004']);
  });

  it('puts every card where it belongs once nobody touches it', async () => {
    let orders = two();
    show({ [LIST]: () => orders });
    fireEvent.pointerDown(await card('H000005'));
    orders = [sampleOrder({ order_status: 'Accepted' }), orders[1]!];
    reread();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(numbersIn('Pending')).toHaveLength(2);
    fireEvent.pointerUp(window);
    await waitFor(() => expect(numbersIn('Accepted')).toEqual(['Order H000004']), { timeout: 4000 });
  });
});

describe('a change of status', () => {
  const mark = async () => userEvent.click(await screen.findByRole('button', { name: 'Mark as Accepted' }));

  it('can be undone for five seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = show({ [LIST]: () => [sampleOrder()], [STEP]: () => ({ ...sampleOrder(), changed: true }) });
    await mark();
    expect(screen.getByRole('button', { name: 'Marked as Accepted' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(statusCalls(calls)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Mark as Accepted' })).toBeTruthy();

    await mark();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(statusCalls(calls).map(({ body }) => body)).toEqual([{ status: 'Accepted' }]);
  });

  it.each([
    ['is left', () => cleanup()],
    ['is closed', () => void fireEvent(window, new Event('pagehide'))],
    [
      'goes to the background',
      () => {
        vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        fireEvent(document, new Event('visibilitychange'));
      },
    ],
  ])('is saved at once when the screen %s', async (_, leave) => {
    const calls = show({ [LIST]: () => [sampleOrder()], [STEP]: () => ({ ...sampleOrder(), changed: true }) });
    await mark();
    expect(statusCalls(calls)).toEqual([]);
    leave();
    await waitFor(() => expect(statusCalls(calls).map(({ body }) => body)).toEqual([{ status: 'Accepted' }]));
  });

  it('gives way to one made by a colleague meanwhile, and names them', async () => {
    let order = sampleOrder();
    const calls = show({ [LIST]: () => [order] });
    await mark();
    order = sampleOrder({
      order_status: 'Accepted',
      steps: [{ status: 'Accepted', at: '2026-11-21T09:01:00.000Z', by: 'Test Colleague' }],
    });
    const at = order.order_date;
    const event = { feed: 'user:9', seq: 1, order_id: 4, order_number: 'H000004', status: 'Accepted', at } as const;
    act(() => emitLive('order.status', event));
    expect(await screen.findByText('H000004 was already marked as Accepted by Test Colleague.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Mark as Order on the way' })).toBeTruthy();
    fireEvent(window, new Event('pagehide'));
    expect(statusCalls(calls)).toEqual([]);
  });

  it('that a colleague made first is shown with their name', async () => {
    const made = { status: 'Accepted' as const, at: '2026-11-21T09:01:00.000Z', by: 'Test Colleague' };
    const answer = { ...sampleOrder({ order_status: 'Accepted', steps: [made] }), changed: false };
    show({ [LIST]: () => [sampleOrder()], [STEP]: () => answer });
    await mark();
    fireEvent(window, new Event('pagehide'));
    expect(await screen.findByText('H000004 was already marked as Accepted by Test Colleague.')).toBeTruthy();
  });
});

describe('the keyboard', () => {
  const focused = () => document.activeElement?.getAttribute('aria-label');

  it('moves between the cards, advances one, undoes it, and ignores typing', async () => {
    const calls = show({ [LIST]: two, [STEP]: () => errorResponse(500, 'internal', '') });
    await card('H000005');
    await userEvent.keyboard('j');
    expect(focused()).toBe('Order H000004');
    await userEvent.keyboard('jj');
    expect(focused()).toBe('Order H000005');
    await userEvent.keyboard('{Enter}');
    const lower = within(await card('H000005'));
    expect(lower.getByRole('button', { name: 'Marked as Accepted' })).toBeTruthy();
    await userEvent.keyboard('u');
    expect(lower.getByRole('button', { name: 'Mark as Accepted' })).toBeTruthy();
    await userEvent.keyboard('k');
    expect(focused()).toBe('Order H000004');

    await userEvent.keyboard('/');
    await userEvent.keyboard('jk?u{Enter}');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('jk?u');
    expect([screen.queryByRole('dialog'), statusCalls(calls)]).toEqual([null, []]);
  });

  it('shows its shortcuts, and ignores them meanwhile', async () => {
    show({ [LIST]: two });
    await card('H000005');
    await userEvent.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard' });
    expect(within(help).getByText('Next order')).toBeTruthy();
    await userEvent.keyboard('j');
    expect(focused()).not.toBe('Order H000004');
    await userEvent.click(within(help).getByRole('button', { name: 'Close' }));
    await userEvent.keyboard('j');
    expect(focused()).toBe('Order H000004');
  });
});
