import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { addToCart, chooseTakeaway, toOrder } from './support/actions.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'deepa-electricals';

type Variant = { id: number; price: number; stock: number };
type Product = { id: number; name: string; variants: Variant[] };

test('the last unit is sold in one browser, and the others show it as sold out without a reload', async ({
  newUser,
}, testInfo) => {
  const [{ page: buyer }, { page: looker }, { page: loser }] = [await newUser(), await newUser(), await newUser()];
  const { product, variant } = await somethingScarce(buyer);

  await signIn(buyer, SHOP, `buyer-${testInfo.project.name}-${testInfo.retry}@haat.example`);
  await signIn(loser, SHOP, `loser-${testInfo.project.name}-${testInfo.retry}@haat.example`);
  const watches = [watchesOf(looker), watchesOf(loser)];
  await Promise.all([buyer, looker, loser].map((page) => page.goto(`/#/${SHOP}/products`)));
  const card = looker
    .getByRole('article')
    .filter({ has: looker.getByRole('heading', { name: product.name, exact: true }) });
  await expect(card.getByRole('button', { name: /^Add/ })).toBeVisible();
  // The browser does not render a card far below the window (`content-visibility`), so nothing in it counts as visible.
  await card.scrollIntoViewIfNeeded();
  await Promise.all(watches);

  await fillCart(loser, product.name, 1);
  const place = loser.getByRole('button', { name: 'Place Order' });
  await expect(place).toBeEnabled();

  await fillCart(buyer, product.name, variant.stock);
  await chooseTakeaway(buyer);
  const isSold = buyer.waitForResponse((answer) => answer.url().endsWith('/api/orders') && answer.status() === 201);
  await buyer.getByRole('button', { name: 'Place Order' }).click();
  await isSold;
  await expect(card.getByText('Sold out')).toBeVisible({ timeout: 10_000 });
  await expect(card.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await expectAccessible(looker);

  await expect(loser.getByRole('alert')).toContainText(`${product.name}: sold out`, { timeout: 10_000 });
  await expect(loser).toHaveURL(new RegExp(`/${SHOP}/order$`));
  await expect(loser.getByRole('group', { name: product.name })).toBeVisible();
  // Nothing is sent: the press leads to the changes that have to be accepted first.
  const sent: string[] = [];
  loser.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await place.click();
  await expect(loser.getByRole('alert').locator('..')).toBeFocused();
  expect(sent).not.toContain('POST /api/orders');
  await expectAccessible(loser);
  await loser.getByRole('button', { name: 'Accept changes' }).click();
  await expect(loser).toHaveURL(new RegExp(`/${SHOP}/products$`));
});

/** A product with one variant and few units left, so that one cart holds them all. */
async function somethingScarce(page: Page) {
  const { id: shopId } = (await (await page.request.get(`/api/shops/${SHOP}`)).json()) as { id: number };
  const products = (await (await page.request.get(`/api/products?shopId=${shopId}`)).json()) as Product[];
  const left = ({ variants }: Product) => variants[0]?.stock ?? 0;
  const [product] = products
    .filter((each) => each.variants.length === 1 && left(each) > 0)
    .toSorted((a, b) => left(a) - left(b));
  const variant = product?.variants[0];
  if (!product || !variant) throw new Error('Nothing is left in this catalog');
  return { product, variant };
}

/** Resolves when the page watches a catalog: once it received the version, it reads the products again. */
async function watchesOf(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', {
    predicate: (each) => each.url().includes('/socket.io/'),
    timeout: 15_000,
  });
  await socket.waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).includes('"catalog"') });
}

/** Adds units of a product on the product screen, and continues to the review of the order. */
async function fillCart(page: Page, name: string, quantity: number): Promise<void> {
  for (let unit = 0; unit < quantity; unit++) await addToCart(page, name);
  await toOrder(page);
}
