import { ORDER_STATUSES } from '@haat/contract/rules/order-status';
import type { OrderView } from '@haat/contract/api/orders';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emitLive } from '../../lib/live-updates.ts';
import { sampleOrder } from '../../test/samples.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../test/stub-server.ts';
import { ShopBackOffice } from '../notifications/ShopBackOffice.tsx';
import { ShopOrdersScreen } from './ShopOrdersScreen.tsx';

const LIST = 'GET /api/orders/shop/3?limit=50';
const COUNTS = 'GET /api/orders/shop/3/counts';
const STEP = 'PATCH /api/orders/4/status';
const none = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0]));
const counts = { ...none, Pending: 12, Accepted: 3, Delivered: 1000 };

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
    [COUNTS]: () => counts,
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

const two = () => [sampleOrder({ id: 5, orderNumber: 'H000005' }), sampleOrder()];
const paths = (calls: ReturnType<typeof show>) =>
  calls.map(({ path }) => path).filter((path) => path.startsWith('/api/orders/shop/3?'));
const statusCalls = (calls: ReturnType<typeof show>) => calls.filter(({ method }) => method === 'PATCH');
const card = (number: string) => screen.findByRole('article', { name: `Order ${number}` });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', SilentEventSource);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('finding orders', () => {
  it('counts the orders per status, and filters by one', async () => {
    const calls = show({ [LIST]: two, [`${LIST}&status=Accepted`]: () => [sampleOrder({ order_status: 'Accepted' })] });
    await card('H000005');
    expect(await screen.findByRole('button', { name: 'Delivered 999+' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Accepted 3' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Accepted 3' }).getAttribute('aria-pressed')).toBe('true');
    expect(paths(calls).at(-1)).toBe('/api/orders/shop/3?limit=50&status=Accepted');
  });

  it('searches by number or phone in every status, debounced', async () => {
    const calls = show(
      {
        [`${LIST}&status=Accepted`]: () => [],
        [`${LIST}&search=98765`]: () => [sampleOrder()],
        [LIST]: two,
      },
      '/dairy/shop-orders?status=Accepted',
    );
    await screen.findByText('No orders match.');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Order number or phone' }), '98765');
    await card('H000004');
    expect(paths(calls)).toEqual([
      '/api/orders/shop/3?limit=50&status=Accepted',
      '/api/orders/shop/3?limit=50&search=98765',
    ]);
  });

  it('offers all orders when none match', async () => {
    show({ [`${LIST}&search=1`]: () => [], [LIST]: two }, '/dairy/shop-orders?search=1');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all orders' }));
    await card('H000004');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('shows columns on a wide screen, and stores the choice', async () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query.includes('1000px') }),
    );
    const of = (order_status: OrderView['order_status'], id: number) => () => [sampleOrder({ id, order_status })];
    const routes = {
      [LIST]: two,
      [`${LIST}&status=Pending`]: of('Pending', 11),
      [`${LIST}&status=Accepted`]: of('Accepted', 12),
      [`${LIST}&status=In+Transit`]: () => [],
    };
    show(routes);
    await userEvent.click(await screen.findByRole('button', { name: 'Board' }));
    const column = await screen.findByRole('region', { name: 'Accepted' });
    expect(await within(column).findAllByRole('article')).toHaveLength(1);
    expect(within(screen.getByRole('region', { name: 'Order on the way' })).getByText('None')).toBeTruthy();
    cleanup();
    show(routes);
    expect(await screen.findByRole('region', { name: 'Pending' })).toBeTruthy();
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
  const focused = () => document.activeElement?.querySelector('h2')?.textContent;

  it('moves between the cards, advances one, undoes it, and ignores typing', async () => {
    const calls = show({ [LIST]: two, [STEP]: () => errorResponse(500, 'internal', '') });
    await card('H000005');
    await userEvent.keyboard('j');
    expect(focused()).toBe('Order H000005');
    await userEvent.keyboard('jj');
    expect(focused()).toBe('Order H000004');
    await userEvent.keyboard('{Enter}');
    const lower = within(await card('H000004'));
    expect(lower.getByRole('button', { name: 'Marked as Accepted' })).toBeTruthy();
    await userEvent.keyboard('u');
    expect(lower.getByRole('button', { name: 'Mark as Accepted' })).toBeTruthy();
    await userEvent.keyboard('k');
    expect(focused()).toBe('Order H000005');

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
    expect(focused()).not.toBe('Order H000005');
    await userEvent.click(within(help).getByRole('button', { name: 'Close' }));
    await userEvent.keyboard('j');
    expect(focused()).toBe('Order H000005');
  });
});
