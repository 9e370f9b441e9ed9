import type { Locator, Page } from '@playwright/test';
import { adminOf, OPERATOR } from './support/accounts.ts';
import { FAILED_REQUEST } from './support/failure-screens.ts';
import { codeSentBy, openSession, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'mysuru-sweets';
/** No other test logs in there. */
const [LATE_SHOP, ENDING_SHOP, PAUSED_SHOP] = ['cauvery-textiles', 'malligai-flowers', 'deepa-electricals'];

/** The screens of the four places, with the visible link of the navigation. */
const SCREENS = [
  [`/${SHOP}/shop-orders`, 'Orders'],
  [`/${SHOP}/admin/products`, 'Products'],
  [`/${SHOP}/admin/import`, 'Products'],
  ['/vendor/dashboard', 'Money'],
  [`/${SHOP}/admin/cash-report`, 'Money'],
  [`/${SHOP}/admin/settings`, 'Shop'],
  [`/${SHOP}/admin/team`, 'Shop'],
  [`/${SHOP}/admin/activity`, 'Shop'],
] as const;

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test('has one header of 56 px, one left edge, and the present place in view at every width', async ({
  quietPage: page,
}) => {
  test.slow();
  await signIn(page, SHOP, adminOf(SHOP));
  for (const width of [320, 390, 820, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const places = await test.step(`${width} px`, () => visitAll(page));
    const [first] = places;
    expect(places, 'titles do not jump').toEqual(places.map(() => first));
    expect(first?.below, 'the first content').toBeLessThanOrEqual(56 + 140);
  }
});

/** Where the titles of all screens stand. */
async function visitAll(page: Page) {
  const places = [];
  for (const [path, place] of SCREENS) {
    await page.goto(`/#${path}`);
    await expect(heading(page)).toBeAttached();
    expect((await page.getByRole('banner').boundingBox())?.height, path).toBeLessThanOrEqual(56);
    await expect(page.getByText('Powered by Haat')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    const present = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: place });
    await expect(present).toHaveAttribute('aria-current', 'page');
    await expect(present).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Your account' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Live', { exact: true })).toBeInViewport();
    const { x = 0, y = 0 } = (await heading(page).boundingBox()) ?? {};
    // The orders begin at the top of their screen: its title is only read out.
    if (!path.endsWith('/shop-orders')) places.push({ x, y, below: y + 40 });
  }
  return places;
}

test('shows the open screen of a place on a phone, and lists all of the others beside it', async ({
  quietPage: page,
}) => {
  await signIn(page, SHOP, adminOf(SHOP));
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [path, place] of SCREENS) {
      await page.goto(`/#${path}`);
      const nav = page.getByRole('navigation', { name: place, exact: true });
      const present = nav.locator(`li a[aria-current=page][href$="${path}"]`);
      await expect(present, path).toBeInViewport({ ratio: 0.95 });
      await expect(heading(page)).toBeAttached();
      const others = nav.locator('li a');
      const all = nav.getByRole('button', { name: `All pages of ${place}` });
      if (await all.isHidden()) {
        for (const other of await others.all()) await expect(other).toBeInViewport({ ratio: 0.95 });
        continue;
      }
      await all.click();
      const listed = nav.getByRole('group', { name: `All pages of ${place}` }).getByRole('link');
      expect(await listed.allInnerTexts()).toEqual(await others.allInnerTexts());
      for (const link of await listed.all()) await expect(link).toBeInViewport({ ratio: 0.95 });
      await page.keyboard.press('Escape');
      await expect(listed).toHaveCount(0);
    }
  }
  await page.goto(`/#/${SHOP}/admin/products`);
  await page.getByRole('button', { name: 'All pages of Products' }).click();
  await page.getByRole('group', { name: 'All pages of Products' }).getByRole('link', { name: 'Stock' }).click();
  await expect(page).toHaveURL(/admin\/stock$/);
  await expect(page.locator('nav li a[aria-current=page]', { hasText: 'Stock' })).toBeInViewport({ ratio: 0.95 });
});

test('has the platform as the only place of an operator', async ({ quietPage: page }) => {
  await signIn(page, 'haat', OPERATOR);
  await page.goto('/#/operator/shops');
  await expect(page.getByRole('banner').getByText('Platform')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Platform' }).getByRole('link', { name: 'Payments' }),
  ).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Back office' })).toHaveCount(0);
});

test('leads to profile, storefront and logout from the account', async ({ quietPage: page }) => {
  await signIn(page, SHOP, adminOf(SHOP));
  await page.goto(`/#/${SHOP}/admin/team`);
  const account = page.getByRole('button', { name: 'Your account' });
  await account.click();
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0);
  await account.click();
  await page.getByRole('link', { name: 'Open storefront' }).click();
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/products$`));
});

test('asks for the login of the shop in its own frame, says why, and continues to the screen', async ({
  quietPage: page,
}) => {
  await page.goto(`/#/${LATE_SHOP}/admin/team`);
  await expect(page.getByText('Log in to see the settings of Cauvery Textiles.')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Cauvery Textiles')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0);
  await page.goto(`/#/${LATE_SHOP}/shop-orders`);
  await expect(page.getByText('Log in to see the orders of Cauvery Textiles.')).toBeVisible();
  await logIn(page.getByRole('main'), adminOf(LATE_SHOP));
  await expect(page).toHaveURL(new RegExp(`#/${LATE_SHOP}/shop-orders$`));
  await expect(heading(page)).toHaveText('Shop Order History');
});

test('pauses the orders for a while from any screen, which customers see until when', async ({ newUser }) => {
  const [{ page: office }, { page: customer }] = [await newUser(), await newUser()];
  await signIn(office, PAUSED_SHOP, adminOf(PAUSED_SHOP));
  await office.goto(`/#/${PAUSED_SHOP}/admin/team`);
  const header = office.getByRole('banner');
  await header.getByRole('button', { name: /^Orders: / }).click();
  await header.getByRole('button', { name: 'Pause for 30 minutes' }).click();
  await expect(header.getByRole('button', { name: /^Orders are paused until \d+:\d\d [AP]M/ })).toBeVisible();
  await customer.goto(`/#/${PAUSED_SHOP}/products`);
  await expect(customer.getByText(/^Orders are paused until \d+:\d\d [AP]M\.$/)).toBeVisible();
  await office.goto(`/#/${PAUSED_SHOP}/admin/settings`);
  await expect(office.getByRole('main').getByText('The shop is paused')).toBeVisible();
  await header.getByRole('button', { name: /^Orders are paused/ }).click();
  await header.getByRole('button', { name: 'Resume orders' }).click();
  await expect(office.getByRole('main').getByText('The shop is taking orders')).toBeVisible();
  await expect(customer.getByText(/^Orders are paused/)).toHaveCount(0);
  await office.goto(`/#/${PAUSED_SHOP}/admin/activity`);
  await expect(office.getByRole('main')).toContainText('Shop paused');
  await expect(office.getByRole('main')).toContainText('30');
});

test.describe('a session that ends', () => {
  test.use({ allowedConsoleErrors: FAILED_REQUEST });

  test('keeps what was typed when the session ends, below a login of the shop', async ({ quietPage: page }) => {
    const email = adminOf(ENDING_SHOP);
    const session = await openSession(page, ENDING_SHOP, email);
    await page.addInitScript((stored) => {
      if (localStorage.getItem('authToken') === null && !sessionStorage.getItem('begun')) {
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
        sessionStorage.setItem('begun', 'yes');
      }
    }, session);
    await page.goto(`/#/${ENDING_SHOP}/admin/team`);
    const field = page.getByRole('textbox').first();
    await field.fill('someone@new.example');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();

    const headers = { authorization: `Bearer ${session.authToken}` };
    await expect(await page.request.post('/api/auth/logout', { headers })).toBeOK();
    const login = page.getByRole('dialog', { name: 'Login' });
    await expect(login.getByText(/^You were logged out\. /)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`#/${ENDING_SHOP}/admin/team$`));
    await logIn(login, email);
    await expect(login).toHaveCount(0);
    await expect(field).toHaveValue('someone@new.example');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
  });
});

async function logIn(form: Locator, email: string): Promise<void> {
  const code = await codeSentBy(form.page(), email, async () => {
    await form.getByLabel('Email or mobile number').fill(email);
    await form.getByRole('button', { name: 'Send OTP' }).click();
    await form.getByLabel('OTP').waitFor();
  });
  await form.getByLabel('OTP').fill(code);
  await form.getByRole('button', { name: 'Login', exact: true }).click();
}
