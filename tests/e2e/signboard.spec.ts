import type { Locator, Page } from '@playwright/test';
import { enterCode, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'ganesh-kirana';

/** At noon every shop of the demo market is open, so that no notice lies above the products. */
async function openAtNoon(page: Page, path: string): Promise<void> {
  await page.clock.setFixedTime(new Date('2026-11-20T12:00:00+05:30'));
  await page.goto(`/#${path}`);
}

async function heightOf(part: Locator): Promise<number> {
  return (await part.boundingBox())?.height ?? 0;
}

test('shows the signboard above the products, and one line on every other screen', async ({
  quietPage: page,
  isMobile,
}) => {
  await signIn(page, SHOP, 'customer@haat.example');
  const header = page.getByRole('banner');
  await openAtNoon(page, `/${SHOP}/products`);
  await expect(header.getByText('Open Now')).toBeVisible();
  const signboard = await heightOf(header);
  expect(signboard).toBeGreaterThan(56);
  if (isMobile) expect(signboard).toBeLessThanOrEqual(96);
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();

  for (const path of [`/${SHOP}/order`, `/${SHOP}/order-history`, `/${SHOP}/address`, '/profile', '/haat/dashboard']) {
    await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => heightOf(header), path).toBe(56);
    // From 1024 px the line has room for the facts.
    const isOfShop = path.startsWith(`/${SHOP}/`);
    await expect(header.getByText('Open Now')).toHaveCount(!isMobile && isOfShop ? 1 : 0);
  }
});

test('shows address, hours and phone of the shop after a tap', { tag: '@any-width' }, async ({ quietPage: page }) => {
  await page.goto(`/#/${SHOP}/login`);
  await page.getByRole('button', { name: 'Opening hours and contact' }).click();
  const details = page.getByRole('dialog', { name: 'About Ganesh Kirana' });
  await expect(details.getByRole('link', { name: /^Call \d{10}$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Opening hours and contact' })).toBeFocused();
});

for (const who of ['guest', 'customer'] as const) {
  test(`shows a ${who} the first Add on the first screen of a phone`, async ({ quietPage: page, isMobile }) => {
    test.skip(!isMobile, 'The first screen of a phone');
    if (who === 'customer') await signIn(page, SHOP, 'customer@haat.example');
    await openAtNoon(page, `/${SHOP}/products`);
    const add = page.getByRole('article').first().getByRole('button', { name: /^Add/ });
    await expect(add).toBeVisible();
    expect((await add.boundingBox())?.y).toBeLessThanOrEqual(420);
  });
}

for (const width of [320, 390, 820, 1280]) {
  test(`leaves no hole between the products at ${width} px`, { tag: '@any-width' }, async ({ quietPage: page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/#/${SHOP}/products`);
    await expect(page.getByRole('article').first()).toBeVisible();
    const grids = await cardsByRow(page);
    expect(grids.length).toBeGreaterThan(1);
    for (const rows of grids) {
      const columns = Math.max(...rows);
      expect(rows.slice(0, -1), 'rows but the last').toEqual(rows.slice(0, -1).map(() => columns));
      expect(rows.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(3);
      if (width === 320) expect(columns).toBe(2);
    }
  });
}

/** How many cards each row has, by grid. */
function cardsByRow(page: Page): Promise<number[][]> {
  return page.locator('main section[id] > ul, main div:has(> section:not([id]) > ul)').evaluateAll((grids) =>
    grids.map((grid) => {
      const tops = [...grid.querySelectorAll('li')].map((item) => item.getBoundingClientRect().top);
      return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    }),
  );
}

test('names every category from A to Z, large and small', { tag: '@any-width' }, async ({ quietPage: page }) => {
  await page.goto(`/#/${SHOP}/products`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const names = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(names.length).toBeGreaterThan(3);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  const rail = page.getByRole('navigation', { name: 'Categories' });
  expect(await rail.getByRole('button').allTextContents()).toEqual(names);
  for (const name of [names.at(1), names.at(-1)]) {
    await rail.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
  }
});

test('has the main links in the header of a wide screen, and along the lower edge of a phone but for the screens of a shop', async ({
  quietPage: page,
  isMobile,
}) => {
  await page.goto(`/#/${SHOP}/products`);
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  await expect(page.getByRole('link', { name: 'View cart' })).toBeVisible();
  if (isMobile) {
    await expect(navigation).toBeHidden();
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'View cart' })).toBeInViewport();
  }
  await navigation.getByRole('link', { name: 'Carts (1)' }).click();
  await expect(page.getByRole('heading', { name: 'Your open carts' })).toBeVisible();
  await navigation.getByRole('link', { name: 'All shops' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Haat' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await navigation.getByRole('link', { name: 'All shops' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Haat' })).toBeVisible();
});

test('asks a guest to log in for the orders, says why, and shows them then', async ({ quietPage: page, isMobile }) => {
  await page.goto(`/#/${SHOP}/products`);
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByText('Log in to see your orders.')).toBeVisible();
  await enterCode(page, `orders-${test.info().project.name}-${test.info().retry}@haat.example`);
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/order-history$`));
  await expect(page.getByText("You haven't placed any orders yet.")).toBeVisible();
});

test(
  'has no menu item that leads to the products of the platform',
  { tag: '@any-width' },
  async ({ quietPage: page }) => {
    await page.goto('/#/haat/dashboard');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Shop', exact: true })).toHaveCount(0);
  },
);

test('begins every screen at the same left edge', async ({ quietPage: page }) => {
  const lefts: number[] = [];
  for (const path of ['/haat/dashboard', `/${SHOP}/products`, '/help', `/${SHOP}/login`, '/carts']) {
    await page.goto(`/#${path}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    lefts.push((await heading.boundingBox())?.x ?? -1);
  }
  expect(lefts).toEqual(lefts.map(() => lefts[0]));
});

test('returns to the place in the catalog after a reload', { tag: '@any-width' }, async ({ quietPage: page }) => {
  await page.goto(`/#/${SHOP}/products`);
  await expect(page.getByRole('article').first()).toBeVisible();
  // Its name first: when it comes into view, the catalog draws more below it.
  const name = (await page.getByRole('article').last().getByRole('heading').textContent()) ?? '';
  const last = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await page.reload();
  await expect(last).toBeInViewport();
});
