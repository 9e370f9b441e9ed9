import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { adminOf, OPERATOR } from './support/accounts.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** No other test changes its settings. */
const SHOP = 'saraswati-stationers';

/** Whose copies of a shop are on the device. */
const copiesOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'shopCopy')) return [];
    return new Promise<string[]>((resolve, reject) => {
      const open = indexedDB.open('shopCopy');
      open.addEventListener('error', () => reject(open.error ?? new Error('not opened')));
      open.addEventListener('success', () => {
        const keys = open.result.transaction('queries').objectStore('queries').getAllKeys();
        keys.addEventListener('success', () => resolve(keys.result.map(String)));
      });
    });
  });

test('the operator helps a shop from the table, and the shop sees what was changed', async ({ newUser }) => {
  const [{ page: operator }, { page: owner }] = [await newUser(), await newUser()];
  await signIn(operator, 'haat', OPERATOR);
  await operator.goto(`/#/operator/shops?search=${SHOP}`);
  const row = operator.getByRole('row').filter({ hasText: SHOP });
  await row.getByRole('button', { name: /^Help/ }).click();
  await expect(operator).toHaveURL(new RegExp(`/${SHOP}/shop-orders$`));
  const band = operator.getByRole('complementary', { name: 'Helping a shop' });
  await expect(band).toContainText('You are helping Saraswati Stationers as the operator.');
  await expect(operator.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(operator);

  await operator.goto(`/#/${SHOP}/admin/products`);
  await expect(operator.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  await operator.goto(`/#/${SHOP}/admin/dashboard`);
  await expect(operator.getByRole('heading', { level: 1 })).toBeVisible();
  await operator.goto(`/#/${SHOP}/admin/settings`);
  const address = operator.getByLabel('Address', { exact: true });
  const before = await address.inputValue();
  for (const text of ['1, Changed by the operator', before]) {
    await address.fill(text);
    await operator.getByRole('button', { name: 'Save Changes' }).click();
    await expect(operator.getByText('Settings saved').last()).toBeVisible();
    await expect(operator.getByText('Settings saved')).toHaveCount(0, { timeout: 15_000 });
  }
  await operator.reload();
  await expect(band).toBeVisible();
  await operator.goto(`/#/${SHOP}/shop-orders`);
  await expect(operator.getByRole('heading', { level: 1 })).toBeVisible();
  // Copies are written a second after the last answer.
  await operator.waitForTimeout(2_500);
  expect(await copiesOf(operator)).toEqual([]);
  await band.getByRole('button', { name: 'Stop helping' }).click();
  await expect(operator).toHaveURL(/\/operator\/shops\/\d+$/);
  await expect(band).toBeHidden();

  await signIn(owner, SHOP, adminOf(SHOP));
  await owner.goto(`/#/${SHOP}/shop-orders`);
  // A member's device keeps a copy, for visits without a connection.
  await expect.poll(() => copiesOf(owner), { timeout: 15_000 }).toHaveLength(1);
  await owner.goto(`/#/${SHOP}/admin/activity`);
  const entries = owner.locator('main ol').getByRole('listitem');
  await expect(entries.filter({ hasText: 'Settings changed' }).first()).toContainText('Operator (');
  await expect(entries.first()).toContainText('Operator stopped helping');
});
