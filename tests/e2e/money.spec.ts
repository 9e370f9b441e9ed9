import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openNewShop } from './support/open-shop.ts';
import { expect, test } from './support/test.ts';

const PRODUCTS = [
  { name: 'Milk', price: 28, stock: 50 },
  { name: 'Bread', price: 45.5, stock: 50 },
];

/** A shop that sold for ₹147 in cash and ₹91 by UPI today. */
async function openWithSales(page: Page) {
  const shop = await openNewShop(page, PRODUCTS);
  await shop.sell({ Milk: 2, Bread: 1 });
  await shop.sell({ Bread: 1 });
  await shop.sell({ Bread: 2 }, 'upi');
  return shop;
}

const rows = async (page: Page, table: string) => {
  const found = page.getByRole('table', { name: table, exact: true }).getByRole('row');
  await expect(found.nth(1)).toBeVisible();
  return (await found.all()).slice(1);
};
const cellsOf = async (page: Page, table: string) =>
  Promise.all((await rows(page, table)).map(async (row) => row.locator('th, td').allTextContents()));

test('the day is closed with counted cash, and a correction keeps what was counted before', async ({
  quietPage: page,
}) => {
  const { slug } = await openWithSales(page);
  await page.goto(`/#/${slug}/admin/cash-report`);
  const ofShop = page.getByRole('listitem').filter({ hasText: 'All cash of the shop' });
  await expect(ofShop).toContainText('Expected₹147.00');
  await ofShop.getByRole('button', { name: 'Count: All cash of the shop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Count: All cash of the shop' });
  await dialog.getByLabel('Cash in the drawer at the start').fill('1,000');
  await dialog.getByText('Count by notes and coins').click();
  await dialog.getByLabel('₹500 ×').fill('2');
  await dialog.getByLabel('₹100 ×').fill('1');
  await dialog.getByLabel('₹20 ×').fill('2');
  await expect(dialog.getByLabel('Counted cash')).toHaveValue('1140');
  await expect(dialog.getByRole('status')).toHaveText('Expected ₹1,147.00₹7.00 missing');
  await dialog.getByRole('button', { name: 'Save count' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(ofShop).toContainText('₹7.00 missing');

  await ofShop.getByRole('button', { name: 'Correct: All cash of the shop' }).click();
  const second = page.getByRole('dialog', { name: 'Count: All cash of the shop' });
  await expect(second.getByLabel('Cash in the drawer at the start')).toHaveValue('1000');
  await second.getByLabel('Counted cash').fill('₹ 1,147.00');
  await second.getByLabel('Note').fill('A coin was under the drawer');
  await second.getByRole('button', { name: 'Save count' }).click();
  await expect(ofShop).toContainText('No difference');
  await page.reload();
  await expect(ofShop).toContainText('A coin was under the drawer');
});

test('a report shows the same sums by product and by payment, and as a file', async ({ quietPage: page }) => {
  const { slug } = await openWithSales(page);
  await page.goto(`/#/${slug}/admin/reports`);
  const groups = page.getByRole('group', { name: 'Group by' });
  await groups.getByRole('button', { name: 'Product' }).click();
  expect(await cellsOf(page, 'Product')).toEqual([
    ['Bread', '3', '4', '₹182.00'],
    ['Milk', '1', '2', '₹56.00'],
    ['Total', '3', '6', '₹238.00'],
  ]);
  await groups.getByRole('button', { name: 'Payment' }).click();
  expect(await cellsOf(page, 'Payment')).toEqual([
    ['Cash', '2', '₹147.00', '₹147.00', '₹0.00'],
    ['UPI at the counter', '1', '₹91.00', '₹91.00', '₹0.00'],
    ['Total', '3', '₹238.00', '₹238.00', '₹0.00'],
  ]);
  await page.reload();
  await expect(groups.getByRole('button', { name: 'Payment' })).toHaveAttribute('aria-pressed', 'true');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  expect(csv).toContain('147.00');
  expect(csv).toContain('238.00');

  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page.getByText('No orders or payments in this period.')).toBeVisible();
});

test('two days are chosen in their order, and kept in the address', async ({ quietPage: page }) => {
  const { slug } = await openWithSales(page);
  await page.goto(`/#/${slug}/admin/reports`);
  await page.getByRole('button', { name: 'Other days' }).click();
  const [first, last] = [page.getByLabel('First day'), page.getByLabel('Last day')];
  await expect(first).not.toHaveValue('');
  const today = await last.inputValue();
  await last.fill('2026-01-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText(/The first day must not be after the last day/)).toBeVisible();
  await first.fill('2026-01-01');
  await last.fill(today);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/from=2026-01-01/);
});
