import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'deepa-electricals';

type Variant = { id: number; price: number; stock: number };
type Product = { id: number; name: string; variants: Variant[] };

test('the last unit is sold in one browser: the others see it live, before they press anything', async ({
  newUser,
}, testInfo) => {
  const [{ page: buyer }, { page: looker }, { page: loser }] = [await newUser(), await newUser(), await newUser()];
  const { shopId, product, variant } = await somethingScarce(buyer);

  await signIn(buyer, SHOP, `buyer-${testInfo.project.name}@haat.example`);
  await signIn(loser, SHOP, `loser-${testInfo.project.name}@haat.example`);
  await Promise.all([buyer, loser].map((page) => page.goto(`/#/${SHOP}/products`)));

  const watches = watchesOf(looker);
  await looker.goto(`/#/${SHOP}/products`);
  const card = looker
    .getByRole('article')
    .filter({ has: looker.getByRole('heading', { name: product.name, exact: true }) });
  await expect(card.getByRole('button', { name: /^Add/ })).toBeVisible();
  // The browser does not render a card far below the window (`content-visibility`), so nothing in it counts as visible.
  await card.scrollIntoViewIfNeeded();
  const itsWatches = watchesOf(loser);
  await fillCart(loser, { shopId, product, variant, quantity: 1 });
  const place = loser.getByRole('button', { name: 'Place Order' });
  await expect(place).toBeEnabled();
  await Promise.all([watches, itsWatches]);

  await fillCart(buyer, { shopId, product, variant, quantity: variant.stock });
  await choosePickUp(buyer);
  const isSold = buyer.waitForResponse((answer) => answer.url().endsWith('/api/orders') && answer.status() === 201);
  await buyer.getByRole('button', { name: 'Place Order' }).click();
  await isSold;
  await expect(card.getByText('Sold out')).toBeVisible({ timeout: 10_000 });
  await expect(card.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await expectAccessible(looker);

  await expect(loser.getByRole('alert')).toContainText(`${product.name}: sold out`, { timeout: 10_000 });
  await expect(loser).toHaveURL(new RegExp(`/${SHOP}/order$`));
  await expect(loser.getByRole('group', { name: product.name })).toBeVisible();
  // Nothing is sent: the press leads to what has to be agreed to first.
  const sent: string[] = [];
  loser.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await place.click();
  await expect(loser.getByRole('alert').locator('..')).toBeFocused();
  expect(sent).not.toContain('POST /api/orders');
  await expectAccessible(loser);
  await loser.getByRole('button', { name: 'Update my cart' }).click();
  await expect(loser).toHaveURL(new RegExp(`/${SHOP}/products$`));
});

/** A product in one form of which little is left, so that one cart holds it all. */
async function somethingScarce(page: Page) {
  const { id: shopId } = (await (await page.request.get(`/api/shops/${SHOP}`)).json()) as { id: number };
  const products = (await (await page.request.get(`/api/products?shopId=${shopId}`)).json()) as Product[];
  const left = ({ variants }: Product) => variants[0]?.stock ?? 0;
  const [product] = products
    .filter((each) => each.variants.length === 1 && left(each) > 0)
    .toSorted((a, b) => left(a) - left(b));
  const variant = product?.variants[0];
  if (!product || !variant) throw new Error('Nothing is left in this catalog');
  return { shopId, product, variant };
}

/** Resolves when the page watches a catalog: once it received the version, it reads the products again. */
async function watchesOf(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', {
    predicate: (each) => each.url().includes('/socket.io/'),
    timeout: 15_000,
  });
  await socket.waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).includes('"catalog"') });
}

type Filling = { shopId: number; product: Product; variant: Variant; quantity: number };

/** The cart as the product screen would have left it, and the review of the order. */
async function fillCart(page: Page, { shopId, product, variant, quantity }: Filling): Promise<void> {
  // An app that is just starting would write its own, empty one over it.
  await page.getByRole('article').first().waitFor();
  await page.evaluate(
    ({ slug, line }) => {
      const token = localStorage.getItem('authToken') ?? '';
      const { sub } = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))) as {
        sub: string;
      };
      localStorage.setItem(`cart_${sub}_${slug}`, JSON.stringify({ [line.id]: line }));
    },
    { slug: SHOP, line: { ...lineOf(product, variant), shopId, quantity } },
  );
  // Read again by the whole app: a cart on the screen knows nothing of what was written beside it.
  await page.reload();
  await page.goto(`/#/${SHOP}/order`);
}

type Option = { id: number; name: string } | null;

function lineOf({ id, name }: Product, variant: Variant) {
  const { size, color, unit, price } = variant as Variant & { size: Option; color: Option; unit: Option };
  return { id: [id, size?.id ?? 0, color?.id ?? 0, unit?.id ?? 0].join('-'), name, price, image: '', unit: unit?.name };
}

async function choosePickUp(page: Page): Promise<void> {
  const takeaway = page.getByRole('radio', { name: /Takeaway/ });
  if (await takeaway.isEnabled()) await takeaway.check();
}
