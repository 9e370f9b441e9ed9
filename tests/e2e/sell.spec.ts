import { expect } from '@playwright/test';
import { deviceOf, deviceThat } from './support/accounts.ts';
import { storeItems } from './support/open-contexts.ts';
import { openSession } from './support/sign-in.ts';
import { test } from './support/test.ts';

test('a person applies for a shop, and continues to its first steps once the operator has approved it', async ({
  newUser,
}, testInfo) => {
  test.slow();
  const { page } = await newUser();
  const slug = `sell-${testInfo.retry}-${Date.now().toString(36)}`;
  const name = slug.replaceAll('-', ' ').toUpperCase();

  await page.goto('/');
  await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Sell on Haat' }).click();
  await page.getByLabel('Shop name').fill(name);
  await expect(page.getByLabel('Web address')).toHaveValue(slug);
  await expect(page.getByText(/This web address is available\.$/)).toBeVisible();
  await page.getByLabel('Type of shop').selectOption('Dairy');
  await page.getByLabel('Phone').fill('+91 90000 00123');
  await page.getByLabel('House, street and area').fill('4, 1st Main');
  await page.getByLabel('PIN code').fill('600001');
  await expect(page.getByText('In Chennai')).toBeVisible();
  await page.getByLabel('Your name').fill('Asha Rao');
  await page.getByLabel('GSTIN').fill('wrong');
  await page.getByRole('button', { name: 'Log in and send' }).click();
  await expect(page.getByLabel('GSTIN')).toBeFocused();
  await page.getByLabel('GSTIN').fill('');
  await page.getByRole('button', { name: 'Log in and send' }).click();
  await expect(page.getByText('Log in to send your application.')).toBeVisible();

  const session = await openSession(page, 'haat', `owner@${slug}.example`);
  await storeItems(page.context(), deviceThat(session));
  await page.goto('/#/sell');
  await page.reload();
  await expect(page.getByLabel('Shop name')).toHaveValue(name);
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText('The operator has not decided yet.')).toBeVisible();

  const office = await newUser();
  await storeItems(office.page.context(), await deviceOf('operator'));
  await office.page.goto('/#/operator/applications');
  await office.page.getByRole('button', { name: `Approve ${name}` }).click();
  await office.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(office.page.getByText('Approved. The applicant receives an email.')).toBeVisible();
  await expect(office.page.getByRole('button', { name: `Approve ${name}` })).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: 'Open the back office' }).click();
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(page.getByText('2 of 8 done')).toBeVisible();
});
