import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';
import { openOrder, openShopOrders } from './support/printer-test.ts';
import { WITHOUT_APP } from './support/open-contexts.ts';

// These browsers have no Web Bluetooth, like the browsers of iPhones and Firefox.
test.beforeEach(async ({ page }) => {
  await page.goto(WITHOUT_APP);
  expect(await page.evaluate(() => 'bluetooth' in navigator)).toBe(false);
});

test('says that a browser cannot reach Bluetooth printers', async ({ quietPage: page }) => {
  await openShopOrders(page);
  await page.getByRole('button', { name: 'Board settings' }).click();
  await page.getByRole('button', { name: 'Receipt printer' }).click();
  await page.getByRole('button', { name: 'Choose printer' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('This browser does not support Bluetooth printers');
  expect(await findViolations(page)).toEqual([]);
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('dialog', { name: 'Receipt printer' })).toBeVisible();
});

for (const [language, print, copy, collect, yes] of [
  ['en', 'Print receipt: ', 'Print copy: ', /Collect ₹[\d,]+\.\d\d in cash|Paid online/, 'Yes'],
  ['hi', 'रसीद प्रिंट करें: ', 'प्रतिलिपि प्रिंट करें: ', /नकद लें: ₹[\d,]+\.\d\d|ऑनलाइन/, 'हाँ'],
] as const) {
  test(`prints the receipt alone on paper of 80 mm through the print dialog, in ${language}`, async ({
    quietPage: page,
  }) => {
    await countPrints(page);
    await openShopOrders(page);
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.reload();
    await openOrder(page);
    const button = page.getByRole('button', { name: print }).first();
    const number = (await button.getAttribute('aria-label'))?.replace(print, '') ?? '';
    await button.click();
    await expect.poll(() => prints(page)).toBe(1);

    const { pages, width, text } = await paperOf(page);
    expect(pages).toBe(1);
    expect(width).toBeCloseTo(80, 0);
    expect(text).toContain(number);
    expect(text).toMatch(collect);
    expect(text).not.toContain('Haat');
    // Used again, the page is itself again, also on paper.
    await page.getByRole('group', { name: number }).getByRole('button', { name: yes, exact: true }).click();
    await page.getByRole('button', { name: `${copy}${number}` }).click();
    await expect.poll(() => prints(page)).toBe(2);
    expect((await paperOf(page)).text).toContain(copy.startsWith('Print') ? 'COPY' : 'प्रतिलिपि');
    await page.keyboard.press('Escape');
    expect((await paperOf(page)).width).toBeGreaterThan(150);
  });
}

type Counted = { prints: number };

/** The dialog belongs to the system: here it is only counted, as the browser would open it. */
async function countPrints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    (window as unknown as Counted).prints = 0;
    window.print = () => {
      (window as unknown as Counted).prints += 1;
    };
  });
}

const prints = (page: Page) => page.evaluate(() => (window as unknown as Counted).prints);

/** What comes out of a printer: how many pages, how wide in mm, and what can be read. */
async function paperOf(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width = '0'] = /\/MediaBox \[0 0 ([\d.]+) /.exec(pdf) ?? [];
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('body').innerText();
  await page.emulateMedia({ media: null });
  return { pages: pdf.match(/\/Type \/Page\b/g)?.length, width: (Number(width) * 25.4) / 72, text };
}
