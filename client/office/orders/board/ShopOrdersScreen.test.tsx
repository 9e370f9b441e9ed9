import type { OrderView } from '@haat/contract/orders/orders.calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emitLive } from '../../../lib/live-updates.ts';
import { sampleOrder, sampleSettings } from '../../../test/samples.ts';
import { SessionKeeper } from '../../../app/back-office/SessionKeeper.tsx';
import { renderScreen, withRouteGuard } from '../../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../../test/stub-server.ts';
import { Toasts } from '../../../ui/toasts.tsx';
import { CustomerScreen } from '../../money/CustomerScreen.tsx';
import { ShopBackOffice, BackOfficeNotices } from '../alerts/ShopBackOffice.tsx';
import { SilentNotice } from '../alerts/SilentNotice.tsx';
import { RouteGuard } from '../../../shared/session/RouteGuard.tsx';
import { ShopOrdersScreen } from './ShopOrdersScreen.tsx';

const vendor = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
const me = { id: 7, name: 'V', email: vendor.email, mobile: null, profile_image: null };
const LIST = 'GET /api/orders/shop/3?limit=200&group=open';
const DONE = 'GET /api/orders/shop/3?limit=50&group=done';
const CUSTOMER = '/:shopSlug/admin/customers/:id';
const STEP = 'PATCH /api/orders/4/status';

/** Opens no connection; the stream is tested with the feed. */
class SilentEventSource extends EventTarget {
  close() {}
}

type Visit = { at?: string; claims?: object };

function show(routes: StubRoutes, { at = '/dairy/shop-orders', claims = vendor }: Visit = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...claims }));
  const calls = stubServer({
    'GET /api/users/me': () => ({ ...me, ...claims }),
    'GET /api/notifications': () => [],
    'POST /api/notifications/stream-ticket': () => ({ ticket: 't', expires_in: 60 }),
    ...routes,
  });
  renderScreen(
    <>
      <Routes>
        <Route
          path="/:shopSlug/shop-orders"
          element={
            <SessionKeeper>
              <ShopBackOffice>
                <BackOfficeNotices />
                <RouteGuard admission={{ session: true }}>
                  <ShopOrdersScreen />
                </RouteGuard>
              </ShopBackOffice>
            </SessionKeeper>
          }
        />
        <Route path={CUSTOMER} element={withRouteGuard(<CustomerScreen />, CUSTOMER)} />
      </Routes>
      <Toasts />
    </>,
    { path: '*', at },
  );
  return calls;
}

const showOrders = (orders: OrderView[], routes: StubRoutes = {}) => show({ [LIST]: () => orders, ...routes });

/** Shows the ended orders. */
const showDone = (orders: OrderView[]) =>
  show({ [LIST]: () => [], [DONE]: () => orders }, { at: '/dairy/shop-orders?tab=done' });

/** Opens the sheet with further details. */
async function openSheet(number = 'H000004') {
  await userEvent.click(await screen.findByRole('button', { name: `More for order ${number}` }));
  return within(await screen.findByRole('dialog', { name: `Order ${number}` }));
}

const signedOut = () => errorResponse(401, 'unauthenticated', 'Please log in again.');

/** Fires the events of a browser when the user leaves the page. */
const leaveTab = () => void fireEvent(window, new Event('pagehide'));

const markAsAccepted = async () => userEvent.click(await screen.findByRole('button', { name: 'Mark as Accepted' }));

const alertText = async () => (await screen.findByRole('alertdialog')).querySelector('p')?.textContent;

// On a busy machine, loading it takes longer than a test waits.
beforeAll(async () => void (await import('./OrderSheet.tsx')), 60_000);
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('orderBoardView', 'board');
  vi.stubGlobal('EventSource', SilentEventSource);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows what to pack, how it is paid and for whom, and the address behind one button', async () => {
  const note = 'Please ring twice';
  showOrders([sampleOrder({ note })]);
  const ticket = within(await screen.findByRole('article', { name: 'Order H000004' }));
  expect(ticket.getByText('2 ×').closest('li')?.textContent).toBe('2 × Ghee · 500 g');
  expect(ticket.getByText('Cash ₹250.00')).toBeTruthy();
  expect(ticket.getByText('Delivery')).toBeTruthy();
  expect(ticket.getByText('2 items')).toBeTruthy();
  expect(ticket.getByText('Note: Please ring twice')).toBeTruthy();
  expect(ticket.getByText('Test Customer')).toBeTruthy();
  expect(ticket.queryByText(/4th Main/)).toBeNull();
  const sheet = await openSheet();
  expect(sheet.getByText('Test Customer')).toBeTruthy();
  expect(sheet.getByRole('link', { name: 'Call 9876543210' }).getAttribute('href')).toBe('tel:+919876543210');
  const way = sheet.getByRole('link', { name: 'Show on the map: 4th Main, Bengaluru 560011' });
  expect(new URL(way.getAttribute('href') ?? '').searchParams.get('query')).toBe('4th Main, Bengaluru 560011');
});

it.each([
  ['cod', 'delivery', 'Pending', 'Cash ₹250.00', ['Cash on delivery', 'Collect ₹250.00 in cash']],
  ['cod', 'delivery', 'Delivered', 'Cash ₹250.00', ['Cash on delivery']],
  ['cod', 'takeaway', 'Pending', 'Cash ₹250.00', ['Pay at the shop', 'Collect ₹250.00 in cash']],
  ['cod', 'takeaway', 'Delivered', 'Cash ₹250.00', ['Paid at the shop']],
  ['online', 'delivery', 'Pending', 'Paid ₹250.00', ['Paid online']],
] as const)('labels a %s %s that is %s: %s, %j', async (payment_method, way, order_status, tag, words) => {
  const order = sampleOrder({ payment_method, order_status, takeaway: way === 'takeaway' });
  if (order_status === 'Delivered') showDone([order]);
  else showOrders([order]);
  expect(within(await screen.findByRole('article')).getByText(tag)).toBeTruthy();
  const sheet = await openSheet();
  for (const word of words) expect(sheet.getByText(word)).toBeTruthy();
  expect(sheet.queryByText(/Collect/) !== null).toBe(words.length === 2);
});

it('shows the customer of an order, with a link back to the board as it was', async () => {
  showDone([sampleOrder({ order_status: 'Delivered' })]);
  await userEvent.click((await openSheet()).getByRole('link', { name: 'Show customer' }));
  const back = await screen.findByRole('link', { name: 'Shop Orders' });
  expect(back.getAttribute('href')).toBe('/dairy/shop-orders?tab=done');
});

it('shows who changed the status last', async () => {
  const at = new Date(Date.now() - 5 * 60_000).toISOString();
  showOrders([sampleOrder({ order_status: 'Accepted', steps: [{ status: 'Accepted', at, by: 'Test Vendor' }] })]);
  expect((await openSheet()).getByText('Accepted by Test Vendor, 5 minutes ago')).toBeTruthy();
});

it('shows the order of an event without reading the list again, and reads it when an event has none', async () => {
  const order = sampleOrder({ version: 0, takeaway: true });
  const calls = showOrders([order], { 'GET /api/notifications/missed-orders': () => [] });
  const reads = () => calls.filter(({ path }) => path.startsWith('/api/orders/shop/3')).length;
  await screen.findByRole('button', { name: 'Mark as Accepted' });
  expect(reads()).toBe(1);
  const event = { feed: 'user:9', seq: 1, order_id: 4, order_number: 'H000004', at: order.order_date } as const;
  const accepted: OrderView = { ...order, version: 1, order_status: 'Accepted' };
  act(() => emitLive('order.status', { ...event, status: 'Accepted', order: accepted }));
  await screen.findByRole('button', { name: 'Mark as Ready for pickup' });
  act(() => emitLive('order.status', { ...event, seq: 2, status: 'Pending', order }));
  const next = sampleOrder({ id: 6, orderNumber: 'H000006', version: 0 });
  const arrival = { id: 2, message: 'New order', created_at: order.order_date, order_id: 6, order_number: 'H000006' };
  act(() => emitLive('notification', { ...arrival, order: next }));
  await screen.findByRole('article', { name: 'Order H000006' });
  expect(screen.getByRole('button', { name: 'Mark as Ready for pickup' })).toBeTruthy();
  expect(reads()).toBe(1);

  act(() => emitLive('order.updated', { ...event, seq: 3, update: 'promised' }));
  await waitFor(() => expect(reads()).toBe(2));
});

it('hides the address of takeaway', async () => {
  showOrders([sampleOrder({ takeaway: true })]);
  expect((await openSheet()).getByText('Takeaway: the customer picks up.')).toBeTruthy();
  expect(screen.queryByText(/4th Main/)).toBeNull();
});

it('shows the clock time and the age of an order, and labels a late one in words', async () => {
  const order_date = new Date(Date.now() - 16 * 60_000).toISOString();
  showOrders([sampleOrder({ order_date, order_status: 'Accepted' })]);
  expect(await screen.findByText('Late')).toBeTruthy();
  expect(screen.getByText(/^\d{1,2}:\d\d · 16 min$/)).toBeTruthy();
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

it('shows until when an accepted order is promised', async () => {
  const promised_at = inMinutes(0.1);
  showOrders([sampleOrder({ order_status: 'Accepted', promised_at })]);
  expect((await screen.findByText(/^for \d{1,2}:\d\d$/)).getAttribute('datetime')).toBe(promised_at);
});

it.each([
  [6, 4.2, undefined],
  [4.2, -0.8, /^4:1\d left$/],
  [-0.1, -5, 'Time is over'],
] as const)('of a new order that ends in %d minutes, half of its time over in %d: %s', async (end, half, text) => {
  showOrders([sampleOrder({ accept_by: inMinutes(end), unanswered_from: inMinutes(half) })]);
  await screen.findByRole('article');
  expect(screen.queryByRole('timer')?.textContent ?? '').toMatch(text ?? /^$/);
});

const MISSED = {
  id: 86,
  orderNumber: 'H000086',
  total: 520,
  customer_name: 'Test Customer',
  customer_phone: '9876543210',
  missed_at: inMinutes(-3),
  is_read: false,
  stopped_shop: false,
};

it('shows an order that nobody accepted until a member has read about it', async () => {
  let missed = [MISSED, { ...MISSED, id: 85, is_read: true }];
  const calls = showOrders([], {
    'GET /api/notifications/missed-orders': () => missed,
    'POST /api/notifications/missed-orders/read': () => (missed = [{ ...MISSED, is_read: true }]),
  });
  const line = within(await screen.findByRole('alert', { name: 'Orders that expired' }));
  expect(line.getByText('Order H000086 expired: nobody accepted it. ₹520.00')).toBeTruthy();
  expect(line.getByRole('link', { name: 'Call Test Customer' }).getAttribute('href')).toBe('tel:+919876543210');
  await userEvent.click(line.getByRole('button', { name: 'OK, I have read about order H000086' }));
  await waitFor(() => expect(screen.queryByRole('alert', { name: 'Orders that expired' })).toBeNull());
  expect(calls.find(({ path }) => path.endsWith('/read'))?.body).toEqual({ order_ids: [86] });
});

it.each([
  ['768px', 3, 'and 1 more order'],
  ['390px', 1, 'and 3 more orders'],
])('names as many expired orders as leave room for the others on a screen of %s', async (width, shown, others) => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query === `(min-width: ${width})` }),
  );
  const missed = [86, 85, 84, 83].map((id) => ({ ...MISSED, id, orderNumber: `H0000${id}` }));
  showOrders([], { 'GET /api/notifications/missed-orders': () => missed });
  const alert = within(await screen.findByRole('alert', { name: 'Orders that expired' }));
  expect(alert.getAllByRole('listitem')).toHaveLength(shown);
  expect(alert.getByText(others)).toBeTruthy();
});

it('says that new orders are silent on this device, until that was chosen', async () => {
  renderScreen(<SilentNotice />, { path: '*', at: '/' });
  await userEvent.click(await screen.findByRole('button', { name: 'Stay silent' }));
  expect(screen.queryByText('New orders are silent on this device.')).toBeNull();
  expect(localStorage.getItem('newOrderSound')).toBe('off');
});

it('accepts a new order from its sheet, for the time that is chosen there', async () => {
  const settings = sampleSettings({ preparation_minutes: 20, rush_minutes: 10 });
  const saved = { ...sampleOrder({ order_status: 'Accepted' }), changed: true };
  const calls = showOrders([sampleOrder()], { 'GET /api/shops/3/settings': () => settings, [STEP]: () => saved });
  const sheet = await openSheet();
  expect(await sheet.findByRole('button', { name: 'Accept for 30 min' })).toBeTruthy();
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'Ready in' }), '45');
  await userEvent.click(sheet.getByRole('button', { name: 'Accept for 45 min' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  leaveTab();
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'Accepted', ready_in_minutes: 45 }),
  );
});

it('shows that it loads, then that there are no orders', async () => {
  showOrders([]);
  expect(screen.getByText('Loading orders...')).toBeTruthy();
  expect(await screen.findAllByText('None')).toHaveLength(4);
});

it.each([
  ['Pending', 'Accepted', 'Mark as Accepted', 'Mark as Order on the way'],
  ['Accepted', 'In Transit', 'Mark as Order on the way', 'Mark as Delivered'],
  ['In Transit', 'Delivered', 'Mark as Delivered', undefined],
] as const)('moves an order from %s to %s', async (from, to, label, after) => {
  const moved = Promise.withResolvers<unknown>();
  const calls = showOrders([sampleOrder({ order_status: from })], { [STEP]: () => moved.promise });
  await userEvent.click(await screen.findByRole('button', { name: label }));
  leaveTab();
  await userEvent.click(screen.getByRole('button', { name: 'Updating...' }));
  moved.resolve({ ...sampleOrder({ order_status: to }), changed: true });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Updating...' })).toBeNull());
  expect(screen.queryByRole('button', { name: /^Mark as/ })?.textContent).toBe(after);
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ status: to }]);
});

it('says of a takeaway that it is picked up', async () => {
  const order = sampleOrder({ order_status: 'Ready', takeaway: true });
  showOrders([order]);
  await screen.findByRole('button', { name: 'Mark as Picked up' });
  cleanup();
  showDone([{ ...order, id: 5, orderNumber: 'H000005', order_status: 'Delivered' }]);
  within(await screen.findByRole('article', { name: /H000005/ })).getByText('Picked up');
});

it('asks per line what of an order that came back can be sold again, and writes off the rest', async () => {
  const order = sampleOrder({ order_status: 'In Transit' });
  const lost = { ...order, order_status: 'Returned', items: [{ ...order.items[0]!, written_off: 1 }] } as const;
  const calls = showOrders([order], { 'POST /api/orders/4/return': () => ({ ...lost, changed: true }) });
  await userEvent.click((await openSheet()).getByRole('button', { name: 'Not delivered' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why was order H000004 not delivered?' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'It was damaged on the way' }));
  await userEvent.click(dialog.getByRole('button', { name: 'One less Ghee' }));
  await userEvent.click(dialog.getByRole('button', { name: 'One less Ghee' }));
  await userEvent.click(dialog.getByRole('button', { name: 'One more Ghee' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Not delivered' }));
  leaveTab();
  await waitFor(() =>
    expect(calls.find(({ path }) => path === '/api/orders/4/return')?.body).toEqual({
      reason: 'damaged',
      written_off: [{ item_id: 41, quantity: 1 }],
    }),
  );
});

it.each([
  ['Pending', false, 'Decline', 'Too busy right now', 'decline', { reason: 'too_busy' }],
  ['Accepted', false, 'Cancel order', 'An item is not available', 'cancel', { reason: 'item_unavailable' }],
  ['Ready', true, 'Cancel order', 'The order was not collected', 'cancel', { reason: 'not_collected' }],
  ['In Transit', false, 'Not delivered', 'Nobody was there', 'return', { reason: 'nobody_there' }],
] as const)(
  'ends an order that is %s (takeaway: %s) by “%s”',
  async (order_status, takeaway, label, why, call, body) => {
    const order = sampleOrder({ order_status, takeaway, hold_until: '2026-11-21T09:30:00.000Z' });
    const calls = showOrders([order], { [`POST /api/orders/4/${call}`]: () => ({ ...order, changed: true }) });
    await userEvent.click((await openSheet()).getByRole('button', { name: label }));
    const dialog = within(await screen.findByRole('dialog', { name: /\?$/ }));
    await userEvent.click(dialog.getByRole('radio', { name: why }));
    await userEvent.click(dialog.getByRole('button', { name: label }));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    expect(calls.filter(({ path }) => path.startsWith('/api/orders/4'))).toEqual([]);
    leaveTab();
    await waitFor(() => expect(calls.findLast(({ path }) => path === `/api/orders/4/${call}`)).toMatchObject({ body }));
  },
);

it('does not offer that nobody collected an order as long as it is kept, and says how long', async () => {
  const hold_until = new Date(Date.now() + 3_600_000).toISOString();
  showOrders([sampleOrder({ order_status: 'Ready', takeaway: true, hold_until })]);
  await userEvent.click((await openSheet()).getByRole('button', { name: 'Cancel order' }));
  const dialog = within(await screen.findByRole('dialog', { name: /\?$/ }));
  expect(dialog.getByText(/This order is kept for the customer until .+\. After that, you can cancel it/)).toBeTruthy();
  expect(dialog.getByRole('radio', { name: 'Another reason' })).toBeTruthy();
  expect(dialog.queryByRole('radio', { name: 'The order was not collected' })).toBeNull();
});

it('declines nothing once it is undone', async () => {
  const calls = showOrders([sampleOrder()]);
  await userEvent.click((await openSheet()).getByRole('button', { name: 'Decline' }));
  const dialog = within(await screen.findByRole('dialog', { name: /\?$/ }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Too busy right now' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  leaveTab();
  expect(screen.getByRole('button', { name: 'Mark as Accepted' })).toBeTruthy();
  expect(calls.filter(({ path }) => path.startsWith('/api/orders/4'))).toEqual([]);
});

it.each([
  ['customer', { reason: 'too_late' }, 'Cancelled by the customer: It takes too long'],
  ['operator', { reason: 'other', text: 'Fraud' }, 'Cancelled by the operator: Fraud'],
  ['shop', { reason: 'closing', by: 'Test Vendor' }, 'Cancelled by Test Vendor, just now · The shop is closing'],
] as const)('says that the %s ended an order, and why', async (actor, step, text) => {
  const steps = [{ status: 'Cancelled' as const, at: new Date().toISOString(), actor, ...step }];
  showDone([sampleOrder({ order_status: 'Cancelled', payment_status: 'cancelled', steps })]);
  const sheet = await openSheet();
  expect(sheet.getByText(/^Cancelled by/).textContent).toBe(text);
  expect(sheet.getByText('Nothing to collect')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(?:Mark as .*|Cancel order|Decline)$/ })).toBeNull();
});

it('shows an alert when a change of status is refused', async () => {
  showOrders([sampleOrder()], { [STEP]: () => errorResponse(409, 'status_not_allowed', 'Moved.') });
  await markAsAccepted();
  leaveTab();
  expect(await alertText()).toBe('Failed to update status: Moved.');
  expect(screen.getByRole('alertdialog').textContent).toMatch(/Order H?\d+/);
});

it('keeps a change of status that fails on the network, and sends it when the connection is back', async () => {
  let isOffline = true;
  const calls = showOrders([sampleOrder()], {
    [STEP]: () =>
      isOffline
        ? Promise.reject(new TypeError('fetch failed'))
        : { ...sampleOrder({ order_status: 'Accepted' }), changed: true },
  });
  await markAsAccepted();
  leaveTab();
  expect(await screen.findByText('Waiting for connection · 1 change')).toBeTruthy();
  isOffline = false;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText(/Waiting for connection/)).toBeNull());
  const sent = calls.filter(({ method }) => method === 'PATCH');
  expect(sent.at(-1)?.body).toMatchObject({ status: 'Accepted' });
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

it('explains above a login of the shop why a change of status ended the session', async () => {
  showOrders([sampleOrder()], { [STEP]: signedOut, 'POST /api/auth/refresh-token': signedOut });
  await markAsAccepted();
  leaveTab();
  expect(await screen.findByText('You must be logged in to update order status.')).toBeTruthy();
  expect(await screen.findByRole('dialog', { name: 'Login' })).toBeTruthy();
});

it('shows the status set by another screen when its own change is rejected', async () => {
  let status: OrderView['order_status'] = 'Pending';
  show({
    [LIST]: () => [sampleOrder({ order_status: status })],
    [STEP]: () => {
      status = 'Delivered';
      return errorResponse(409, 'status_not_allowed', 'Order is already at final status.');
    },
  });
  await markAsAccepted();
  leaveTab();
  expect(await alertText()).toBe('Order is already at final status.');
  const card = within(await screen.findByRole('article'));
  expect(await card.findByText('Delivered')).toBeTruthy();
});

it('shows a status that this page does not know, and that it has no next one', async () => {
  const calls = showOrders([sampleOrder({ order_status: 'On Hold' as OrderView['order_status'] })]);
  expect(await screen.findByText('On Hold')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Move the order to its next status' }));
  expect(await alertText()).toBe('Order is already at final status.');
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

it("shows the server's text when the list is rejected, and retries", async () => {
  let isBroken = true;
  show({ [LIST]: () => (isBroken ? errorResponse(400, 'invalid_input', 'after is wrong') : [sampleOrder()]) });
  expect(await screen.findByText('Error: 400 after is wrong')).toBeTruthy();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toBeTruthy();
});

it('shows a network error', async () => {
  show({ [LIST]: () => Promise.reject(new TypeError('fetch failed')) });
  expect(await screen.findByText('Network error, please try again.')).toBeTruthy();
});

it('shows fifty of those that are done at a time, and keeps them when the next page fails', async () => {
  const orders = Array.from({ length: 53 }, (_, at) =>
    sampleOrder({ id: 53 - at, orderNumber: `H${53 - at}`, order_status: 'Delivered' }),
  );
  let isBroken = true;
  const next = () => (isBroken ? errorResponse(500, 'internal', 'Broken') : orders.slice(50));
  const routes = { [LIST]: () => [], [DONE]: () => orders.slice(0, 50), [`${DONE}&after=4`]: next };
  show(routes, { at: '/dairy/shop-orders?tab=done' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('Error: 500 Broken');
  expect(screen.getAllByRole('article')).toHaveLength(50);
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(53));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('reads all open orders, two hundred at a time', async () => {
  const orders = Array.from({ length: 203 }, (_, at) => sampleOrder({ id: at + 1, orderNumber: `H${at + 1}` }));
  const calls = show({ [LIST]: () => orders.slice(0, 200), [`${LIST}&after=200`]: () => orders.slice(200) });
  expect((await screen.findByRole('heading', { name: /^Pending/ })).textContent).toBe('Pending 203');
  expect(calls.filter(({ path }) => path.includes('group=open'))).toHaveLength(2);
});

it('redirects from another shop to the own one', async () => {
  show({ [LIST]: () => [sampleOrder()] }, { at: '/bakery/shop-orders' });
  expect(await screen.findByRole('article', { name: 'Order H000004' })).toBeTruthy();
});

it('shows an error to a vendor without a shop', async () => {
  show({}, { claims: { role: 'vendor' } });
  expect(await screen.findByText('Shop ID missing in your account.')).toBeTruthy();
});

it.each([
  [401, signedOut],
  [403, () => errorResponse(403, 'forbidden', 'No')],
])('removes the token and asks to log in on %i', async (_, refuse) => {
  showOrders([], { 'GET /api/notifications': refuse, 'POST /api/auth/refresh-token': signedOut });
  expect(await screen.findByRole('dialog', { name: 'Login' })).toBeTruthy();
  expect(localStorage.getItem('authToken')).toBeNull();
});
