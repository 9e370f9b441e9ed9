import type { Page } from '@playwright/test';
import type { ShopProduct } from '../../contract/catalog/products.calls.ts';
import { deviceThat } from './support/accounts.ts';
import { FAILED_REQUEST } from './support/failure-screens.ts';
import { memberOfTwo } from './support/member-of-two.ts';
import { storeItems } from './support/open-contexts.ts';
import { newCustomer } from './support/place-orders.ts';
import { codeSentBy, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SLUGS: [string, string] = ['malligai-flowers', 'cauvery-textiles'];

const header = (page: Page) => page.getByRole('banner');
const shopMenu = (page: Page, name: string) => header(page).getByRole('button', { name: `${name}: your shops` });

async function switchTo(page: Page, from: string, to: string): Promise<void> {
  await shopMenu(page, from).click();
  await header(page).getByRole('link', { name: to }).click();
  await expect(shopMenu(page, to)).toBeVisible();
}

test('switches to another shop from the header, in all tabs of the browser', async ({ newUser }) => {
  const { page, context } = await newUser();
  const { session, shops } = await memberOfTwo(page.request, SLUGS);
  const [first, second] = shops;
  await storeItems(context, deviceThat(session));
  await page.goto(`/#/${first.slug}/shop-orders`);
  const otherTab = await context.newPage();
  await otherTab.goto(`/#/${first.slug}/admin/stock`);
  await expect(shopMenu(otherTab, first.name)).toBeVisible();

  await shopMenu(page, first.name).click();
  await expect(header(page).getByRole('link', { name: first.name })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await switchTo(page, first.name, second.name);
  await expect(page).toHaveURL(new RegExp(`#/${second.slug}/shop-orders$`));
  await expect(otherTab).toHaveURL(new RegExp(`#/${second.slug}/admin/stock$`));
  await expect(shopMenu(otherTab, second.name)).toBeVisible();

  const [atFirst, atSecond] = [
    await newCustomer(page.request, first.slug),
    await newCustomer(page.request, second.slug),
  ];
  const [elsewhere, here] = [await atFirst.order(), await atSecond.order()];
  await expect(page.getByRole('article', { name: new RegExp(here) })).toBeVisible();
  await expect(page.getByRole('article', { name: new RegExp(elsewhere) })).toHaveCount(0);

  await otherTab.goto(`/#/${second.slug}/shop-orders`);
  await expect(otherTab.getByRole('article', { name: new RegExp(here) })).toBeVisible();
  await switchTo(otherTab, second.name, first.name);
  await expect(page.getByRole('article', { name: new RegExp(elsewhere) })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`#/${first.slug}/shop-orders$`));
});

test('offers to switch at an address and at the login of another shop', async ({ quietPage: page }) => {
  const { session, shops } = await memberOfTwo(page.request, SLUGS);
  const [first, second] = shops;
  await storeItems(page.context(), deviceThat(session));
  await page.goto(`/#/${second.slug}/admin/stock`);
  await expect(
    page.getByText(`You are logged in to ${first.name}. This page belongs to ${second.name}.`),
  ).toBeVisible();
  await page.getByRole('link', { name: `Stay at ${first.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`#/${first.slug}/shop-orders$`));

  await page.goto(`/#/${second.slug}/admin/stock`);
  await page.getByRole('button', { name: `Switch to ${second.name}` }).click();
  await expect(page.getByRole('heading', { name: 'Stock', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`#/${second.slug}/admin/stock$`));
  await expect(shopMenu(page, second.name)).toBeVisible();

  await page.goto(`/#/${first.slug}/login`);
  await page.getByRole('button', { name: `Switch to ${first.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`#/${first.slug}/shop-orders$`));

  await page.goto('/#/mysuru-sweets/admin/stock');
  await expect(page, 'not a member there').toHaveURL(new RegExp(`#/${first.slug}/admin/stock$`));
});

test.describe('while requests fail', () => {
  test.use({ allowedConsoleErrors: FAILED_REQUEST });

  test('opens the orders of the shop of the login, or those of the last shop after a login at the platform', async ({
    newUser,
  }) => {
    test.slow();
    const { page } = await newUser();
    const { email, session, shops } = await memberOfTwo(page.request, SLUGS);
    const second = shops[1];
    const switched = await page.request.post('/api/auth/shop', {
      headers: { authorization: `Bearer ${session.authToken}` },
      data: { shop_slug: second.slug },
    });
    await expect(switched).toBeOK();
    await page.goto('/#/haat/login');
    const code = await codeSentBy(page, email, async () => {
      await page.getByLabel('Email or mobile number').fill(email);
      // A code can be requested every 30 seconds.
      const otp = page.getByLabel('OTP');
      await expect(async () => {
        await page.getByRole('button', { name: 'Send OTP' }).click();
        await otp.waitFor({ timeout: 2000 });
      }).toPass({ timeout: 60_000 });
    });
    await page.getByLabel('OTP').fill(code);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`#/${second.slug}/shop-orders$`));
  });

  test('sends waiting changes only for the shop where they were made', async ({ newUser }) => {
    test.slow();
    const { page, context } = await newUser();
    const { session, shops } = await memberOfTwo(page.request, SLUGS);
    const [first, second] = shops;
    const headers = { authorization: `Bearer ${session.authToken}` };
    const firstProduct = async () =>
      (
        (await (await page.request.get(`/api/shops/${first.id}/products?limit=1`, { headers })).json()) as ShopProduct[]
      )[0];
    const product = await firstProduct();
    const before = product?.variants[0]?.price ?? 0;
    await storeItems(context, deviceThat(session));
    await page.goto(`/#/${first.slug}/admin/products`);
    const price = page.getByRole('textbox', { name: new RegExp(`^Price in rupees: ${product?.name}`) }).first();
    await expect(price).toBeVisible();

    // The server cannot be reached for changes of prices alone.
    let sent = 0;
    await context.route(/\/api\/variants\/\d+\/price$/, (route) => {
      sent += 1;
      return route.abort('connectionfailed');
    });
    await price.fill(String(before + 1));
    await price.press('Enter');
    await expect(page.getByText('Waiting for connection · 1 change')).toBeVisible();
    await switchTo(page, first.name, second.name);
    await expect(page.getByText(/Waiting for connection/)).toHaveCount(0);
    await context.unrouteAll();
    const sentBefore = sent;
    const changed = page.waitForRequest(/\/price$/, { timeout: 3000 }).then(
      () => true,
      () => false,
    );
    await page.goto(`/#/${second.slug}/admin/products`);
    await page.reload();
    await expect(page.getByRole('textbox', { name: /^Price in rupees/ }).first()).toBeVisible();
    expect(await changed, 'a price was sent for the other shop').toBe(false);
    expect(sent).toBe(sentBefore);

    await switchTo(page, second.name, first.name);
    await expect.poll(async () => (await firstProduct())?.variants[0]?.price).toBe(before + 1);
    await expect(page.getByText(/Waiting for connection|could not be applied/)).toHaveCount(0);
  });
});

test('opens the orders of the only shop of a member from its name in the header', async ({ quietPage: page }) => {
  await signIn(page, 'mysuru-sweets', 'vendor@mysuru-sweets.example');
  await page.goto('/#/mysuru-sweets/admin/stock');
  await header(page).getByRole('link', { name: 'Mysuru Sweets' }).click();
  await expect(page).toHaveURL(/#\/mysuru-sweets\/shop-orders$/);
  await expect(header(page).getByRole('button', { name: /your shops/ })).toHaveCount(0);
});
