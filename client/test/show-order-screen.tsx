import type { CartLine } from '@haat/contract/orders/cart';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { OrderScreen } from '../storefront/checkout/OrderScreen.tsx';
import { renderScreen } from './render-screen.tsx';
import { sampleProduct } from './samples.ts';
import { type StubRoutes, stubServer, tokenFor } from './stub-server.ts';

export const ghee: CartLine = {
  id: '1-0-0-5',
  name: 'Ghee',
  price: 125,
  quantity: 2,
  image: '',
  shopId: 3,
  unit: '500 g',
};
export const shop = {
  id: 3,
  slug: 'dairy',
  name: 'Malnad Dairy',
  address: null,
  phone: null,
  email: null,
  open_time: '00:00',
  close_time: '00:00',
  time_zone: 'Asia/Kolkata',
  minordervalue: 200,
  max_per_order: null,
  latitude: 12.925,
  longitude: 77.593,
  reach_km: 5,
  mobile_login: false,
  accepts_orders_when_closed: true,
  payment_providers: [],
  paused: false,
};
export const home = {
  id: 9,
  name: 'Test Customer',
  street: '4th Main',
  city: 'Bengaluru',
  zip: '560011',
  phone: '9876543210',
  label: null,
  latitude: 12.937,
  longitude: 77.586,
  accuracy_metres: 3000,
};
export const me = { id: 7, name: 'Test Customer', email: 'a@b.in', mobile: '9876543210', profile_image: null };
export const placed = { orderId: 4, orderNumber: 'H000004', order_status: 'Pending', total: 250 };
export const PLACE = 'POST /api/orders';
export const CATALOG = 'GET /api/products?shopId=3';

/** The product of cart line `1-0-0-5` in the catalog. */
export function gheeOnCatalog({ price = 125, stock = 20 } = {}) {
  const variant = { id: 8, price, mrp: null, stock, size: null, color: null, unit: { id: 5, name: '500 g' } };
  return sampleProduct({ id: 1, name: 'Ghee', price, stock, shopId: 3, variants: [variant] });
}

export const withOnlinePayment = {
  'GET /api/shops/dairy': () => ({ ...shop, payment_providers: ['razorpay', 'stripe'] }),
};

type Start = { lines?: CartLine[]; routes?: StubRoutes; isGuest?: boolean; hasToasts?: boolean };

export function show({ lines = [ghee], routes = {}, isGuest = false, hasToasts = false }: Start = {}) {
  if (!isGuest) localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const key = isGuest ? 'cart_guest_dairy' : 'cart_7_dairy';
  if (lines.length > 0) localStorage.setItem(key, JSON.stringify(Object.fromEntries(lines.map((l) => [l.id, l]))));
  const calls = stubServer({
    'GET /api/users/me': () => me,
    'GET /api/shops/dairy': () => shop,
    [CATALOG]: () => [gheeOnCatalog()],
    'GET /api/address': () => [home],
    [PLACE]: () => Response.json(placed, { status: 201 }),
    ...routes,
  });
  renderScreen(<OrderScreen />, { path: '/:shopSlug/order', at: '/dairy/order', hasToasts });
  return () => calls.filter(({ path, method }) => method === 'POST' && path === '/api/orders');
}

export const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
export const click = async (name: string) => userEvent.click(await button(name));
