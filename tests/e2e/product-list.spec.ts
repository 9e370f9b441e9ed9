import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'saraswati-stationers';

test('a vendor finds a product, changes its stock, hides it and brings it back', async ({ newUser }) => {
  const [{ page }, { page: catalog }] = [await newUser(), await newUser()];
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(`/#/${SHOP}/admin/products`);
  const first = page.getByRole('article').first();
  const name = (await first.getByRole('heading').textContent()) ?? '';

  const search = page.getByRole('searchbox');
  await search.fill(name);
  await expect(page.getByRole('article')).toHaveCount(1);

  await catalog.goto(`/#/${SHOP}/products`);
  const card = catalog.getByRole('heading', { name, exact: true });
  await expect(card).toBeVisible();

  const stock = first.getByRole('textbox', { name: /^Stock:/ }).first();
  const saved = page.waitForResponse((answer) => /\/variants\/\d+\/stock$/.test(answer.url()));
  await stock.fill('77');
  await stock.press('Enter');
  expect((await saved).status()).toBe(200);
  await expect(stock).toHaveValue('77');

  const hidden = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await first.getByRole('switch', { name: 'On sale' }).click();
  expect((await hidden).status()).toBe(200);
  await expect(card, 'gone from the catalog that a customer looks at').toHaveCount(0);

  await first.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(first.getByRole('switch', { name: 'On sale' })).not.toBeChecked();
  await first.getByRole('switch', { name: 'On sale' }).click();
  await expect(card).toBeVisible();
});
