import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expectNoSidewaysScroll } from './support/narrow-viewport.ts';
import { placeTakeaway } from './support/place-takeaway.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const HISTORY = '/#/saraswati-stationers/order-history';

const articles = (page: Page) => page.getByRole('article');
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

/** The orders of a new customer, newest first: one at the second shop, the others at the first one. */
async function orderAtTwoShops(page: Page, email: string, count: number): Promise<string[]> {
  await signIn(page, 'haat', email);
  await page.goto('/#/haat/dashboard');
  const numbers: string[] = [];
  for (let each = 1; each < count; each++) numbers.unshift(await orderAt(page, 'saraswati-stationers'));
  return [await orderAt(page, 'ganesh-kirana'), ...numbers];
}

async function orderAt(page: Page, slug: string): Promise<string> {
  const read = async (path: string) => (await page.request.get(path)).json();
  const { id } = (await read(`/api/shops/${slug}`)) as { id: number };
  type Form = { id: number } | null;
  type Variant = { price: number; stock: number; size: Form; color: Form; unit: Form };
  const products = (await read(`/api/products?shopId=${id}`)) as { id: number; variants: Variant[] }[];
  // The most expensive product, which reaches the minimum order of every shop.
  const [line] = products
    .flatMap(({ id: productId, variants }) =>
      variants
        .filter(({ stock }) => stock > 5)
        .map(({ price, size, color, unit }) => ({
          id: [productId, size?.id ?? 0, color?.id ?? 0, unit?.id ?? 0].join('-'),
          price,
          quantity: 1,
        })),
    )
    .toSorted((one, two) => two.price - one.price);
  if (!line) throw new Error('This catalog is too empty');
  return placeTakeaway(page, [line]);
}

test('filters orders, and keeps the filters on Back and on a reload', async ({ newUser, isMobile }, testInfo) => {
  const { page } = await newUser();
  const numbers = await orderAtTwoShops(page, `filters-${testInfo.project.name}-${testInfo.retry}@haat.example`, 3);
  await page.goto(HISTORY);
  await expect(articles(page)).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Running orders' })).toBeVisible();

  await page.getByLabel('Shop', { exact: true }).selectOption({ label: 'Ganesh Kirana' });
  await expect(articles(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?shop=ganesh-kirana$/);
  await page.getByRole('link', { name: 'Visit the shop' }).click();
  await expect(page).toHaveURL(/ganesh-kirana\/products/);
  await page.goBack();
  await expect(articles(page)).toHaveCount(1);
  await page.reload();
  await expect(articles(page)).toHaveCount(1);
  await expect(page.getByLabel('Shop', { exact: true })).toHaveValue('ganesh-kirana');
  await page.getByLabel('Shop', { exact: true }).selectOption({ label: 'All shops' });
  await expect(articles(page)).toHaveCount(3);

  await page.getByRole('searchbox').fill(numbers[1] ?? '');
  await expect(articles(page)).toHaveCount(1);
  await expect(page.getByRole('article', { name: `Order ${numbers[1]}` })).toBeVisible();
  await page.getByRole('button', { name: 'Delivered', exact: true }).click();
  await expect(page.getByText('No orders match these filters.')).toBeVisible();
  await expectAccessible(page);
  if (isMobile) await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(articles(page)).toHaveCount(3);
  await expect(page).toHaveURL(/order-history$/);
});

test('returns to the place in the list after Back and after a reload, also on a later page', async ({
  newUser,
}, testInfo) => {
  const { page } = await newUser();
  const numbers = await orderAtTwoShops(page, `place-${testInfo.project.name}-${testInfo.retry}@haat.example`, 22);
  await page.goto(HISTORY);
  // More than a page: the rest comes as its end is reached.
  await articles(page).last().scrollIntoViewIfNeeded();
  await expect(articles(page)).toHaveCount(22);
  const oldest = page.getByRole('article', { name: `Order ${numbers.at(-1)}` });
  await oldest.scrollIntoViewIfNeeded();
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(3000);

  await oldest.getByRole('link', { name: 'Visit the shop' }).click();
  await expect(page.getByRole('heading', { name: 'Explore Fresh Picks' })).toBeVisible();
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(place - 60);
  await expect(oldest).toBeInViewport();

  await page.reload();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(place - 60);
  await expect(oldest).toBeInViewport();
});
