import { listOrderedShops } from '@haat/contract/orders/orders.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import {
  ghee,
  shop,
  home,
  me,
  placed,
  PLACE,
  CATALOG,
  gheeOnCatalog,
  withOnlinePayment,
  show,
  button,
  click,
} from '../../test/show-order-screen.tsx';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { useCall } from '../../lib/call-query.ts';
import { OrderScreen } from './OrderScreen.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const NOTE = 'Note for the shop (optional)';
const nobody = { ...me, name: null, mobile: null };

it('asks who picks up a takeaway, and shows what is missing at the fields', async () => {
  let reads = 0;
  const profile = () => ((reads += 1) > 1 ? me : nobody);
  const sent = show({ lines: [{ ...ghee, quantity: 1 }], routes: { 'GET /api/users/me': profile } });
  const name = await field('Name');
  await screen.findByText(/saved in your profile/);
  await click('Place Order');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Enter your name and a 10-digit mobile number.',
  ]);
  await waitFor(() => expect(document.activeElement).toBe(name));
  await userEvent.type(name, 'Test Neighbour');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(await field('Mobile'), '12345');
  await click('Place Order');
  await waitFor(async () => expect(document.activeElement).toBe(await field('Mobile')));
  expect(sent()).toEqual([]);

  await userEvent.clear(await field('Mobile'));
  await userEvent.type(await field('Mobile'), '98765 43211');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ customer_name: 'Test Neighbour', customer_phone: '9876543211' });
  // The server may have saved them in the profile.
  await waitFor(() => expect(reads).toBe(2));
});

it('knows who picks up from the profile', async () => {
  const sent = show({ lines: [{ ...ghee, quantity: 1 }] });
  await waitFor(async () => expect((await field('Mobile')).value).toBe('9876543210'));
  expect((await field('Name')).value).toBe('Test Customer');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ customer_name: 'Test Customer', customer_phone: '9876543210' });
});

it('has the number that logs in where the profile has no other', async () => {
  const withLogin = { ...me, mobile: null, login_mobile: '9123456789' };
  show({ lines: [{ ...ghee, quantity: 1 }], routes: { 'GET /api/users/me': () => withLogin } });
  await waitFor(async () => expect((await field('Mobile')).value).toBe('9123456789'));
});

it('sends a note for the shop, and the next order has none', async () => {
  const sent = show();
  await screen.findByText('4th Main, Bengaluru 560011');
  await userEvent.type(await field(NOTE), ' Less spicy{Enter}ring twice ');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ note: 'Less spicy ring twice' });
  expect(sent()[0]?.body).not.toHaveProperty('customer_name');
  cleanup();
  show();
  expect((await field(NOTE)).value).toBe('');
});

it('sends what the customer wants for items that are not there, and remembers it', async () => {
  const sent = show();
  await screen.findByText('4th Main, Bengaluru 560011');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Call me' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Leave it out' }));
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ if_unavailable: 'leave_out' });
  cleanup();
  show();
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Leave it out' })).checked).toBe(true);
});

it('counts a note near its limit, and sends none that is too long', async () => {
  const sent = show();
  await screen.findByText('4th Main, Bengaluru 560011');
  const note = await field(NOTE);
  const write = async (length: number) => {
    await userEvent.clear(note);
    await userEvent.click(note);
    await userEvent.paste('x'.repeat(length));
  };
  await write(249);
  expect(screen.queryByText(/characters? left/)).toBeNull();
  await write(299);
  screen.getByText('1 character left');
  await write(302);
  screen.getByText('The note is 2 characters too long. Please shorten it.');
  (await button('Place Order')).focus();
  await click('Place Order');
  await waitFor(() => expect(document.activeElement).toBe(note));
  expect([sent().length, screen.getAllByRole('alert').length]).toEqual([0, 1]);
  await write(300);
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()).toHaveLength(1);
});

it('keeps note and contact through a login', async () => {
  show({ isGuest: true, lines: [{ ...ghee, quantity: 1 }] });
  await userEvent.type(await field(NOTE), 'Ring twice');
  await userEvent.type(await field('Name'), 'Test Neighbour');
  await click('Place Order');
  await screen.findByText(/went to .dairy.login/);
  cleanup();
  // The guest's cart becomes theirs.
  show({ lines: [] });
  expect((await field(NOTE)).value).toBe('Ring twice');
  await waitFor(async () => expect((await field('Mobile')).value).toBe('9876543210'));
  expect((await field('Name')).value).toBe('Test Neighbour');
});

it('reloads the shops of the own orders after an order', async () => {
  let reads = 0;
  const listShops = () => {
    reads += 1;
    return [];
  };
  stubServer({
    'GET /api/users/me': () => me,
    'GET /api/shops/dairy': () => shop,
    [CATALOG]: () => [gheeOnCatalog()],
    'GET /api/address': () => [home],
    'GET /api/orders/user/shops': listShops,
    [PLACE]: () => Response.json(placed, { status: 201 }),
  });
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  localStorage.setItem('cart_7_dairy', JSON.stringify({ [ghee.id]: ghee }));
  renderScreen(<WithOrderedShops />, { path: '/:shopSlug/*', at: '/dairy/order' });
  await screen.findByText('4th Main, Bengaluru 560011');
  await waitFor(() => expect(reads).toBe(1));
  await click('Place Order');
  await waitFor(() => expect(reads).toBe(2));
});

/** The checkout beside a list that the history has loaded. */
function WithOrderedShops() {
  useCall(listOrderedShops, {}, { staleTime: Infinity });
  return <OrderScreen />;
}

it('shows no user what another one has typed', async () => {
  show({ lines: [{ ...ghee, quantity: 1 }] });
  await userEvent.type(await field(NOTE), 'Ring twice');
  cleanup();
  localStorage.clear();
  // The session of the first user has ended without a logout, and another user logs in.
  localStorage.setItem('authToken', tokenFor({ sub: '8' }));
  show({ isGuest: true, routes: { 'GET /api/users/me': () => ({ ...me, id: 8 }) } });
  expect((await field(NOTE)).value).toBe('');
  cleanup();
  show();
  expect((await field(NOTE)).value).toBe('Ring twice');
});

it('says that the mobile is saved in the profile only where the profile has none', async () => {
  const unnamed = { ...me, name: null };
  show({ lines: [{ ...ghee, quantity: 1 }], routes: { 'GET /api/users/me': () => unnamed } });
  await waitFor(async () => expect((await field('Mobile')).value).toBe('9876543210'));
  expect(screen.queryByText(/saved in your profile/)).toBeNull();
});

it('opens the only provider of a shop without a page to choose it on', async () => {
  const oneProvider = () => ({ ...shop, payment_providers: ['razorpay'] });
  show({ routes: { 'GET /api/shops/dairy': oneProvider } });
  await userEvent.click(await screen.findByRole('radio', { name: /Takeaway/ }));
  await userEvent.click(screen.getByRole('radio', { name: /Online payment/ }));
  await click('Continue to payment');
  await screen.findByText('went to /payment-redirect');
});

it('keeps note and contact of an order whose payment was interrupted, in another tab, too', async () => {
  show({ routes: withOnlinePayment });
  await userEvent.click(await screen.findByRole('radio', { name: /Takeaway/ }));
  await userEvent.type(await field(NOTE), 'Ring twice');
  await userEvent.clear(await field('Name'));
  await userEvent.type(await field('Name'), 'Test Neighbour');
  await userEvent.click(screen.getByRole('radio', { name: /Online payment/ }));
  await click('Continue to payment');
  await screen.findByText('went to /dairy/payment');
  const { request } = JSON.parse(localStorage.getItem('pendingOrder_7_dairy') ?? '{}');
  expect(request).toMatchObject({ note: 'Ring twice', contact: { name: 'Test Neighbour', phone: '9876543210' } });
  cleanup();
  sessionStorage.clear();
  show({ routes: withOnlinePayment });
  expect((await field(NOTE)).value).toBe('Ring twice');
  await userEvent.click(screen.getByRole('radio', { name: /Takeaway/ }));
  expect((await field('Name')).value).toBe('Test Neighbour');
});

it.each(['{', 'null', '{"note":7,"typed":{"name":[]}}'])('takes %s for no draft', async (stored) => {
  sessionStorage.setItem('checkoutDraft_dairy', stored);
  show({ lines: [{ ...ghee, quantity: 1 }] });
  await waitFor(async () => expect((await field('Name')).value).toBe('Test Customer'));
  expect((await field(NOTE)).value).toBe('');
});

it('shows what the total consists of, and the total once', async () => {
  const product = gheeOnCatalog();
  const variants = product.variants.map((variant) => ({ ...variant, mrp: 137.5 }));
  show({ routes: { [CATALOG]: () => [{ ...product, variants }] } });
  await screen.findByText('4th Main, Bengaluru 560011');
  const bill = within(screen.getByRole('region', { name: 'Bill' }));
  await bill.findByText('You save ₹25.00 on the MRP');
  expect(bill.getByText('Items total').parentElement?.textContent).toBe('Items total₹250.00');
  expect(bill.getByText('Delivery').parentElement?.textContent).toBe('DeliveryFree');
  expect(screen.getAllByText('Total')).toHaveLength(1);
  await userEvent.click(screen.getByRole('radio', { name: /Takeaway/ }));
  expect(bill.queryByText('Delivery')).toBeNull();
});

it('claims no saving where the price is the MRP', async () => {
  show();
  await screen.findByText('4th Main, Bengaluru 560011');
  screen.getByText('Items total');
  expect(screen.queryByText(/You save/)).toBeNull();
});
