import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { placeTakeaway } from './support/place-takeaway.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'saraswati-stationers';

type Form = { id: number } | null;
type Variant = { price: number; stock: number; size: Form; color: Form; unit: Form };
type Product = { id: number; name: string; variants: Variant[] };
type Line = { id: string; name: string; price: number; stock: number };

test('an order of long ago is found and ordered again in one tap, from the screen of another shop', async ({
  newUser,
}, testInfo) => {
  const { page } = await newUser();
  await signIn(page, 'haat', `again-${testInfo.project.name}-${testInfo.retry}@haat.example`);
  await page.goto('/#/haat/dashboard');
  const [scarce, plenty, ordinary] = await catalog(page);
  const first = await placeTakeaway(page, [
    { ...scarce, quantity: 1 },
    { ...plenty, quantity: 2 },
  ]);
  for (let each = 0; each < 20; each++) await placeTakeaway(page, [{ ...ordinary, quantity: 1 }]);
  await placeTakeaway(page, [{ ...scarce, quantity: scarce.stock - 1 }]);

  await page.goto('/#/haat/order-history');
  // On a slow machine the second page may already be loaded: pictures shift the end of the first one into view.
  await expect(page.getByRole('article').nth(19)).toBeVisible();
  await page.getByRole('article').nth(19).scrollIntoViewIfNeeded();
  await expect(page.getByRole('article')).toHaveCount(22);
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0);

  await page.getByRole('button', { name: `Order again: Order ${first}` }).click();
  await expect(page).toHaveURL(new RegExp(`/${SHOP}/order$`));
  const line = page.getByRole('group', { name: plenty.name, exact: true });
  await expect(line.getByRole('status')).toHaveText('2');
  await expect(page.getByRole('group', { name: scarce.name, exact: true })).toHaveCount(0);
  const notice = page.getByRole('status').filter({ hasText: `${scarce.name}: sold out` });
  await expect(notice).toBeVisible();
  await expectAccessible(page);

  await page.goBack();
  await page.getByRole('button', { name: `Order again: Order ${first}` }).click();
  await expect(line.getByRole('status')).toHaveText('4');
});

/** Three things in one form: the one of which least is left, the one of which most is, and another one. */
async function catalog(page: Page): Promise<[Line, Line, Line]> {
  const { id } = (await (await page.request.get(`/api/shops/${SHOP}`)).json()) as { id: number };
  const products = (await (await page.request.get(`/api/products?shopId=${id}`)).json()) as Product[];
  const lines = products
    .flatMap(({ id: productId, name, variants }) => {
      const [variant] = variants;
      if (!variant || variants.length > 1 || variant.stock < 2) return [];
      const { size, color, unit, price, stock } = variant;
      return [{ id: [productId, size?.id ?? 0, color?.id ?? 0, unit?.id ?? 0].join('-'), name, price, stock }];
    })
    .toSorted((a, b) => a.stock - b.stock);
  const [scarce, ordinary, plenty] = [lines[0], lines.at(-2), lines.at(-1)];
  if (!scarce || !plenty || !ordinary) throw new Error('This catalog is too empty');
  return [scarce, plenty, ordinary];
}
