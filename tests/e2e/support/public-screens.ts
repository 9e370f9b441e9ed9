import type { Page } from '@playwright/test';
import type { ProductView } from '../../../contract/catalog/products.calls.ts';
import { addToCart, agreeToTerms, openMenu } from './actions.ts';
import { mockOwnApplications } from './mock-applications.ts';
import type { Screen } from './screen.ts';
import type { Texts } from './texts.ts';

/** What everybody can see without logging in. */
export const MARKET_SCREENS: readonly Screen[] = [
  { name: 'landing', path: '/' },
  { name: 'landing-nearby', path: '/', given: beInJayanagar, act: seeShopsNearby },
  {
    name: 'landing-no-match',
    isState: true,
    path: '/',
    act: (page, t) => page.getByLabel(t('landing.search')).fill('nobody sells this'),
  },
  { name: 'landing-orders-and-carts', who: 'customer', path: '/malnad-dairy/products', act: seeOrdersAndCarts },
  {
    name: 'landing-no-shops',
    isState: true,
    path: '/',
    given: (page) => page.route('**/api/shops', (route) => route.fulfill({ json: [] })),
    act: (page, t) => page.getByText(t('noShops.text')).waitFor(),
  },
  {
    name: 'landing-failed',
    isState: true,
    path: '/',
    given: (page) => page.route('**/api/shops', (route) => route.fulfill({ status: 404, json: {} })),
    act: (page, t) => page.getByText(t('landing.loadFailed')).waitFor(),
    allowsConsoleErrors: true,
  },
  { name: 'landing-search', path: '/', act: searchMilk },
  { name: 'landing-search-priced', isState: true, path: '/haat/dashboard?q=milk&price=-50' },
  { name: 'products', path: '/ganesh-kirana/products' },
  { name: 'products-sold-out', path: '/nandi-vegetables/products' },
  { name: 'products-sizes-and-colours', path: '/cauvery-textiles/products' },
  { name: 'products-without-pictures', isState: true, path: '/ganesh-kirana/products', given: hidePictures },
  { name: 'products-closed', isState: true, path: '/ganesh-kirana/products', given: (page) => beAt(page, '03:10') },
  {
    name: 'products-closed-no-orders',
    isState: true,
    path: '/udupi-tiffin/products',
    given: (page) => beAt(page, '03:10'),
  },
  { name: 'products-long-name', path: '/ganesh-kirana/products', given: nameAtLength },
  {
    name: 'products-no-match',
    isState: true,
    path: '/ganesh-kirana/products',
    act: (page, t) => page.getByLabel(t('products.search')).fill('nobody sells this'),
  },
  {
    name: 'product-page',
    path: '/udupi-tiffin/products',
    act: (page) => openProduct(page, { en: 'Masala dosa', hi: 'मसाला डोसा' }),
  },
  {
    name: 'product-page-declarations',
    path: '/ganesh-kirana/products',
    act: (page) => openProduct(page, { en: 'Basmati rice', hi: 'बासमती चावल' }),
  },
  {
    name: 'product-not-found',
    isState: true,
    path: '/ganesh-kirana/products/999999',
    allowsConsoleErrors: true,
  },
  { name: 'shop-details', isState: true, path: '/malnad-dairy/login', act: openShopDetails },
  { name: 'products-cart-bar', path: '/malnad-dairy/products', act: (page) => addToCart(page, 'ghee') },
  { name: 'cart-popup', path: '/malnad-dairy/products', act: keepCartPopup },
  { name: 'carts', path: '/malnad-dairy/products', act: seeCarts },
  { name: 'carts-empty', isState: true, path: '/carts' },
  { name: 'shop-not-found-alert', isState: true, path: '/no-such-shop/products', allowsConsoleErrors: true },
  { name: 'shop-not-found', path: '/no-such-shop/login', allowsConsoleErrors: true },
  {
    name: 'shop-unreachable',
    isState: true,
    path: '/ganesh-kirana/products',
    given: (page) => page.route('**/api/shops/ganesh-kirana', (route) => route.abort()),
    act: (page, t) => page.getByRole('button', { name: t('common.tryAgain') }).waitFor(),
    allowsConsoleErrors: true,
  },
  {
    name: 'shop-getting-ready',
    path: '/ganesh-kirana/products',
    given: (page) => changeShop(page, { getting_ready: true }),
  },
  { name: 'menu-guest', path: '/ganesh-kirana/products', act: openMenu },
  { name: 'qr-login', path: '/qr-login', allowsConsoleErrors: true },
  { name: 'qr-codes', path: '/qr-codes' },
  { name: 'sell', path: '/sell' },
  {
    name: 'sell-problems',
    isState: true,
    path: '/sell',
    act: (page, t) => page.getByRole('button', { name: t('sell.logIn') }).click(),
  },
  {
    name: 'sell-applications',
    who: 'newcomer',
    path: '/sell',
    given: (page) => mockOwnApplications(page),
    act: (page, t) => page.getByRole('button', { name: t('sell.open') }).waitFor(),
  },
  {
    name: 'sell-withdraw',
    isState: true,
    who: 'newcomer',
    path: '/sell',
    given: (page) => mockOwnApplications(page),
    act: (page, t) => page.getByRole('button', { name: t('sell.withdraw') }).click(),
  },
  { name: 'about', path: '/about' },
  { name: 'help', path: '/help' },
  { name: 'privacy-policy', isState: true, path: '/privacy-policy' },
  { name: 'terms-of-service', isState: true, path: '/terms-of-service' },
  { name: 'consent', path: '/consent' },
  { name: 'consent-agreed', isState: true, path: '/consent', act: agreeToTerms },
  {
    name: 'error',
    path: '/about',
    given: (page) => page.route('**/StaticScreens*', (route) => route.abort()),
    act: (page, t) => page.getByRole('heading', { name: t('error.chunkTitle') }).waitFor(),
    allowsConsoleErrors: true,
  },
];

async function beInJayanagar(page: Page): Promise<void> {
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 12.925, longitude: 77.593 });
}

async function beAt(page: Page, time: string): Promise<void> {
  await page.clock.setFixedTime(new Date(`2026-11-20T${time}:00+05:30`));
}

/** The server's own answer about a shop, with changes. */
async function changeShop(page: Page, changes: object): Promise<void> {
  await page.route('**/api/shops/ganesh-kirana', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), ...changes } });
  });
}

/** The server's own answer, but for the longest name that a product may be given. */
async function nameAtLength(page: Page): Promise<void> {
  await page.route('**/api/products?*', async (route) => {
    const answer = await route.fetch();
    const products = (await answer.json()) as Array<{ name: string }>;
    const [first] = products;
    if (first) first.name = 'Unpolishedorganichandpoundedrice of the western hills, 2026';
    await route.fulfill({ response: answer, json: products });
  });
}

async function openProduct(page: Page, names: Record<string, string>): Promise<void> {
  const name = names[await page.evaluate(() => document.documentElement.lang)] ?? '';
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
  await page.locator('dl').waitFor();
}

async function openShopDetails(page: Page, t: Texts): Promise<void> {
  await page.getByRole('button', { name: t('shop.contact') }).click();
  await page.getByRole('dialog').getByRole('heading').waitFor();
}

async function keepCartPopup(page: Page, t: Texts): Promise<void> {
  await addToCart(page, 'ghee');
  // It would close automatically; it stays open while it has the focus.
  await page
    .getByRole('region', { name: t('cart.title') })
    .getByRole('button')
    .first()
    .focus();
}

async function seeShopsNearby(page: Page, t: Texts): Promise<void> {
  await page.getByRole('button', { name: t('landing.findAgain') }).waitFor();
}

async function seeOrdersAndCarts(page: Page): Promise<void> {
  await addToCart(page, 'ghee');
  await page.goto('/#/haat/dashboard');
  await page.locator('main section a[href$="/order-history"]').first().waitFor();
  await page.locator('main :is(a[href$="/carts"], a[href$="/order"])').first().waitFor();
}

async function searchMilk(page: Page, t: Texts): Promise<void> {
  await page.getByLabel(t('landing.search')).fill('milk');
  await page
    .getByRole('region', { name: t('search.products') })
    .getByRole('button')
    .first()
    .click();
  await page
    .getByRole('link', { name: t('cart.view') })
    .first()
    .waitFor();
}

async function seeCarts(page: Page): Promise<void> {
  await addToCart(page, 'ghee');
  await page.goto('/#/carts');
  await page.locator('main a[href*="malnad-dairy"]').first().waitFor();
}

/** The products of the shop, as if it had uploaded no pictures. */
async function hidePictures(page: Page): Promise<void> {
  await page.route('**/api/products?*', async (route) => {
    const catalog = (await (await route.fetch()).json()) as ProductView[];
    await route.fulfill({ json: catalog.map((product) => ({ ...product, image: null })) });
  });
}
