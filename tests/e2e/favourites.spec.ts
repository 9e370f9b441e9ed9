import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { vendorOf } from './support/accounts.ts';
import { expectAccessible } from './support/accessibility.ts';
import { linesOnSale } from './support/place-orders.ts';
import { enterCode, openSession, signIn } from './support/sign-in.ts';
import { test } from './support/test.ts';

const SHOP = 'malnad-dairy';

test('a favourite of a guest is there after the login, and leads to the cart', async ({ newUser }) => {
  const { page } = await newUser();
  await page.goto(`/#/${SHOP}/products`);
  const card = page.getByRole('article').first();
  const heart = card.getByRole('button', { name: /^Favourite: / });
  await expect(card.getByRole('heading')).not.toBeEmpty();
  // Not its inner text: an element without a layout has none.
  const name = (await card.getByRole('heading').textContent()) ?? '';
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect(page.getByText('Log in to save your favourite.')).toBeVisible();
  await enterCode(page, `favourites-${randomUUID()}@haat.example`);
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/products$`));
  await expect(page.getByText('Added to your favourites')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(card.getByRole('button', { name: /^Add/ })).toBeVisible();

  const shopHeart = page.getByRole('banner').getByRole('button', { name: 'Favourite: Malnad Dairy' });
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
  await shopHeart.click();
  await expect(shopHeart).toHaveAttribute('aria-pressed', 'true');
  await stored;
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Favourites' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Favourites' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Shops' }).getByRole('link', { name: /Malnad Dairy/ })).toBeVisible();
  const products = page.getByRole('region', { name: 'Malnad Dairy' });
  await products.getByRole('button', { name: `Add ${name}, Malnad Dairy` }).click();
  await expectAccessible(page);
  await products.getByRole('link', { name: 'View Cart: Malnad Dairy' }).click();
  await expect(page.getByRole('group', { name, exact: true })).toBeVisible();

  await page.goto('/#/haat/dashboard');
  const favourites = page.getByRole('region', { name: 'Favourites' });
  await favourites.getByRole('link', { name: 'All favourites' }).click();
  const kept = page.getByRole('button', { name: 'Favourite: Malnad Dairy' });
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await kept.click();
  await expect(kept).toHaveAttribute('aria-pressed', 'false');
  await removed;
  await page.reload();
  await expect(products.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Shops' })).toHaveCount(0);
});

test('a delivered product is the first one under Buy again', async ({ newUser, isMobile }) => {
  const { page } = await newUser();
  await signIn(page, SHOP, `buys-again-${randomUUID()}@haat.example`);
  await page.clock.setFixedTime(new Date('2026-11-20T12:00:00+05:30'));
  await page.goto(`/#/${SHOP}/products`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Buy again' })).toHaveCount(0);
  await receiveOrder(page);

  await page.addInitScript(() => {
    const shifts = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  const row = page.getByRole('region', { name: 'Buy again' });
  await expect(row.getByRole('article')).toHaveCount(3);
  const add = row.getByRole('button', { name: /^Add/ }).first();
  if (isMobile) expect((await add.boundingBox())?.y).toBeLessThanOrEqual(420);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.05);
  await add.click();
  await expect(row.getByRole('button', { name: /^One more/ })).toBeVisible();
  await expectAccessible(page);
});

/** An order of three products of the logged-in customer, delivered. */
async function receiveOrder(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  const lines = await linesOnSale(page.request, SHOP);
  const items = [...new Map(lines.map((line) => [line.id.split('-')[0], line])).values()].slice(0, 3);
  const placed = await page.request.post('/api/orders', {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    data: {
      items,
      total: items.reduce((sum, { price }) => sum + price, 0),
      address: null,
      paymentMethod: 'cod',
      takeaway: true,
    },
  });
  expect(placed.status(), await placed.text()).toBe(201);
  const { orderId } = (await placed.json()) as { orderId: number };
  const vendor = await openSession(page, SHOP, vendorOf(SHOP));
  for (const status of ['Accepted', 'Ready', 'Delivered']) {
    const headers = { authorization: `Bearer ${vendor.authToken}` };
    const changed = await page.request.patch(`/api/orders/${orderId}/status`, { headers, data: { status } });
    expect(changed.status(), await changed.text()).toBe(200);
  }
}
