import type { Page } from '@playwright/test';
import { openNewShop } from './support/open-shop.ts';
import { expect, test } from './support/test.ts';
import { ownLanguage, textsOf } from './support/texts.ts';

type Shop = Awaited<ReturnType<typeof openNewShop>>;

/** A product in each of the shop's own categories of these names; their ids in the same order. */
async function addOwn(page: Page, { headers }: Shop, names: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) {
    const added = await page.request.post('/api/categories', { headers, data: { name } });
    const { id } = (await added.json()) as { id: number };
    const multipart = { name: `Product of ${name}`, category_id: String(id), price: '20', stock: '5', unit: '500 g' };
    await expect(await page.request.post('/api/products', { headers, multipart })).toBeOK();
    ids.push(id);
  }
  return ids;
}

test.use({ allowedConsoleErrors: /409/ });

test('a shop renames, orders and merges its categories, and customers see it at once', async ({ newUser }) => {
  const [{ page }, { page: customer }] = [await newUser(), await newUser()];
  const t = textsOf(ownLanguage());
  const shop = await openNewShop(page, [], ownLanguage());
  await addOwn(page, shop, ['Alpha', 'Beta', 'Snaks']);
  await customer.goto(`/#/${shop.slug}/products`);
  const headings = customer.locator('main h2');
  await expect(headings).toHaveText([/Alpha/, /Beta/, /Snaks/]);

  await page.goto(`/#/${shop.slug}/admin/categories`);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const rename = async (from: string, to: string) => {
    await row(from)
      .getByRole('button', { name: `${t('categories.rename')} ${from}` })
      .click();
    await page.getByRole('textbox', { name: t('categories.nameOf', { name: from }) }).fill(to);
    await page.keyboard.press('Enter');
  };
  await rename('Alpha', 'Gamma');
  await expect(row('Gamma')).toBeVisible();
  await expect(headings).toHaveText([/Beta/, /Gamma/, /Snaks/]);
  await page.getByRole('button', { name: t('common.undo') }).click();
  await expect(headings).toHaveText([/Alpha/, /Beta/, /Snaks/]);

  await page.getByRole('button', { name: t('categories.order') }).click();
  const up = page.getByRole('button', { name: t('categories.up', { name: 'Snaks' }) });
  await up.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const handles = page.locator('ol > li > div > span[aria-hidden=true]');
  const [from, to] = [await handles.nth(2).boundingBox(), await handles.nth(1).boundingBox()];
  await page.mouse.move(from!.x + 20, from!.y + 20);
  await page.mouse.down();
  await page.mouse.move(to!.x + 20, to!.y + 20, { steps: 5 });
  await page.mouse.up();
  await page.getByRole('button', { name: t('categories.saveOrder') }).click();
  await expect(headings).toHaveText([/Snaks/, /Beta/, /Alpha/]);

  // A name that is taken leads to merging the two.
  await rename('Snaks', ' beta');
  await page.getByRole('button', { name: t('categories.mergeInto', { name: 'Beta' }) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(t('categories.mergeAsk', { count: 1, target: 'Beta', name: 'Snaks' }));
  await dialog.getByRole('button', { name: t('categories.moveAndRemove') }).click();
  await expect(row('Snaks')).toHaveCount(0);
  await expect(row('Beta')).toContainText(t('categories.products', { count: 2 }));
  await expect(headings).toHaveText([/Beta/, /Alpha/]);

  await row('Alpha')
    .getByRole('button', { name: `${t('categories.remove')} Alpha` })
    .click();
  await dialog.getByRole('combobox').selectOption({ label: 'Beta' });
  await dialog.getByRole('button', { name: t('categories.moveAndRemove') }).click();
  await expect(headings).toHaveText([/Beta/]);
});

test.describe('without a connection', () => {
  test.use({ allowedConsoleErrors: /ERR_INTERNET_DISCONNECTED/ });

  test('categories and units are shown but not changed @any-width', async ({ newUser }) => {
    const { page } = await newUser();
    const shop = await openNewShop(page, []);
    await addOwn(page, shop, ['Alpha', 'Beta']);
    await page.goto(`/#/${shop.slug}/admin/categories`);
    const rename = page.getByRole('button', { name: 'Rename Alpha' });
    await expect(rename).toBeEnabled();
    await page.context().setOffline(true);
    await expect(page.getByText('can be changed as soon as you are connected again')).toBeVisible();
    await expect(rename).toBeDisabled();
    await page.context().setOffline(false);
    await expect(rename).toBeEnabled();
  });
});
