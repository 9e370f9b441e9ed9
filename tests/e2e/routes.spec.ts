import { expect, test } from '@playwright/test';
import { deviceOf } from './support/accounts.ts';
import type { Account } from './support/screen.ts';

const START = '/haat/dashboard';
const DENIED = 'Access denied. Only vendors can view this page.';

type Visitor = Exclude<Account, 'newcomer' | 'admin' | 'operator'>;
/**
 * `here`: the screen shows. `login`: the login, which leads back. `denied`: the landing page, which says that the screen is
 * for vendors. Else the path that the visitor is led to.
 */
type Outcome = 'here' | 'login' | 'denied' | `/${string}`;
type Row = { path: string; title?: string | RegExp } & Record<Visitor, Outcome>;

const open = (path: string, title: string | RegExp): Row => ({
  path,
  title,
  guest: 'here',
  customer: 'here',
  vendor: 'here',
});
const guarded = (path: string, title: string | RegExp): Row => ({ ...open(path, title), guest: 'login' });
const forVendors = (path: string, title: string | RegExp): Row => ({ ...guarded(path, title), customer: 'denied' });
/** A vendor sees in place of the screen who it is for. */
const forOperators = (path: string, title: string | RegExp): Row => ({ ...guarded(path, title), customer: START });
const leadsTo = (path: string, place: `/${string}`): Row => ({ path, guest: place, customer: place, vendor: place });

function placeOf(outcome: Outcome, path: string): string {
  if (outcome === 'here') return path;
  if (outcome === 'denied') return START;
  if (outcome !== 'login') return outcome;
  const [, first = ''] = path.split('/');
  const shop = ['vendor', 'operator', 'profile', 'notifications', 'favourites'].includes(first) ? 'haat' : first;
  return `/${shop}/login?redirect=${encodeURIComponent(path)}`;
}

/** The route table, row by row, and addresses outside of it. */
const ROWS: readonly Row[] = [
  leadsTo('/', START),
  open('/haat/dashboard', 'Welcome to Haat'),
  {
    ...open('/malnad-dairy/login', 'Login'),
    customer: '/malnad-dairy/products',
    vendor: '/malnad-dairy/products',
  },
  { ...open('/haat/login', 'Login'), customer: START, vendor: START },
  open('/malnad-dairy/products', 'Explore Fresh Picks'),
  leadsTo('/malnad-dairy/order', '/malnad-dairy/products'),
  // Nothing to pay, and nothing in the cart.
  { ...leadsTo('/malnad-dairy/payment', '/malnad-dairy/products'), guest: 'login' },
  open('/payment-redirect', 'Payment'),
  guarded('/malnad-dairy/order-summary', /./),
  guarded('/malnad-dairy/order-history', 'Order History'),
  open('/malnad-dairy/address', 'Delivery address'),
  forVendors('/mysuru-sweets/admin/dashboard', 'Welcome to Your Shop Dashboard'),
  forVendors('/mysuru-sweets/admin/cash-report', 'Cash report'),
  forVendors('/mysuru-sweets/admin/products', 'Products'),
  forVendors('/mysuru-sweets/admin/add-product', 'Add Product'),
  { ...forVendors('/malnad-dairy/admin/add-product', 'Add Product'), vendor: '/mysuru-sweets/admin/add-product' },
  forVendors('/mysuru-sweets/admin/edit-product/1', 'Update Product'),
  forVendors('/mysuru-sweets/shop-orders', 'Shop Order History'),
  forVendors('/mysuru-sweets/packing', 'Packing'),
  forVendors('/mysuru-sweets/deliveries', 'Deliveries'),
  forVendors('/mysuru-sweets/admin/import', 'Import and export'),
  forVendors('/vendor/dashboard', /^Welcome, vendor@/),
  forVendors('/mysuru-sweets/admin/settings', 'Settings'),
  forVendors('/mysuru-sweets/admin/team', 'Team'),
  forVendors('/mysuru-sweets/admin/activity', 'Activity'),
  forOperators('/operator/shops', 'Shops'),
  forOperators('/operator/shops/7', 'Shop'),
  forOperators('/operator/orders', 'Find orders'),
  forOperators('/operator/accounts', 'Accounts'),
  forOperators('/operator/announcements', 'Announcements'),
  forOperators('/operator/catalog', 'Catalog'),
  forOperators('/operator/payments', 'Payments'),
  forOperators('/operator/payments/7', 'Payment 7'),
  open('/mysuru-sweets/poster', 'QR poster'),
  open('/qr-login', 'Scan Shop QR to Login'),
  open('/qr-codes', 'Haat Shops'),
  guarded('/notifications', 'Notifications'),
  guarded('/favourites', 'Favourites'),
  guarded('/malnad-dairy/orders/999999/invoice', 'Invoice'),
  guarded('/malnad-dairy/orders/999999/timeline', 'Order timeline'),
  open('/notifications/unsubscribe/1.order_ends.x', 'Turn off emails'),
  open('/carts', 'Your open carts'),
  open('/consent', 'Consent & Communication'),
  open('/about', 'About Haat'),
  open('/help', 'Help'),
  open('/privacy-policy', 'Privacy Policy'),
  open('/terms-of-service', 'Terms of Service'),
  guarded('/profile', 'Your account'),
  open('/malnad-dairy/profile', 'Your account'),
  // Of no shop: where the payment redirect leads without an order.
  leadsTo('/order', '/carts'),
  leadsTo('/order-summary', '/carts'),
  leadsTo('/order-summary?canceled=true', '/carts'),
  leadsTo('/malnad-dairy', START),
  leadsTo('/malnad-dairy/nothing', START),
  leadsTo('/malnad-dairy/admin', START),
  leadsTo('/nothing/of/this/kind', START),
  leadsTo('/undefined/products', START),
  leadsTo('/null/products', START),
  leadsTo('/undefined/order', START),
  leadsTo('/undefined/payment', START),
  leadsTo('//products', START),
];

for (const who of ['guest', 'customer', 'vendor'] as const) {
  test(`leads a ${who} along the route table`, async ({ browser, contextOptions }) => {
    const context = await browser.newContext({ ...contextOptions, storageState: await deviceOf(who) });
    const page = await context.newPage();
    for (const row of ROWS) {
      await page.goto(`/#${row.path}`);
      const outcome = row[who];
      const place = placeOf(outcome, row.path);
      await expect.soft(page, `${who} at ${row.path}`).toHaveURL((url) => url.hash === `#${place}`);
      const denial = page.getByText(DENIED);
      if (outcome === 'denied') await expect.soft(denial, row.path).toBeVisible();
      if (outcome !== 'here') continue;
      await expect.soft(page.getByRole('heading', { level: 1, name: row.title ?? '' }), row.path).toBeVisible();
      await expect.soft(denial, row.path).toHaveCount(0);
      expect.soft(new URL(page.url()).hash, `${who} stays at ${row.path}`).toBe(`#${row.path}`);
    }
    await context.close();
  });
}
