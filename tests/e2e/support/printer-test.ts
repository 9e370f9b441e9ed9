import type { Browser, Page } from '@playwright/test';
import { ARGS, CHROMIUM } from './chromium.ts';
import { pressUntil } from './counter-and-customer.ts';
import { closeContext } from './open-contexts.ts';
import { signIn } from './sign-in.ts';
import { expect, listen, test as base } from './test.ts';
import { startVirtualPrinter, type PrinterProperties, type VirtualPrinter } from './virtual-printer.ts';

type Counter = { page: Page; printer: VirtualPrinter };
type Fixtures = { atCounter: (properties?: PrinterProperties) => Promise<Counter> };

const SHOP = 'mysuru-sweets';

/** Where a shop's members see its orders. */
const BOARD = `/#/${SHOP}/shop-orders`;

/** Logs a vendor in and opens the shop's orders. */
export async function openShopOrders(page: Page): Promise<void> {
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(BOARD);
  await page
    .getByRole('button', { name: /^More for order H\d+$/ })
    .first()
    .waitFor();
}

/** Opens what the ticket of an order leaves out: of the first one, or of the order with this number. */
export async function openOrder(page: Page, number = ''): Promise<void> {
  const details = page.getByRole('dialog').first();
  const ticket = page.getByRole('article').filter({ hasText: number });
  await pressUntil(ticket.locator('[data-more]').first(), () => expect(details).toBeVisible({ timeout: 1000 }));
}

/**
 * Tests with a vendor at a counter with a Bluetooth printer. The radio belongs to the browser, so they share one that no
 * other test uses, one test at a time. A test fails on errors in a console, as with `newUser`.
 */
export const test = base.extend<Fixtures, { bluetoothBrowser: Browser }>({
  bluetoothBrowser: [
    async ({ playwright }, use) => {
      const args = [...ARGS, '--enable-features=WebBluetooth'];
      const browser = await playwright.chromium.launch({ executablePath: CHROMIUM, args });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  atCounter: async ({ bluetoothBrowser, contextOptions }, use) => {
    const complaints: string[] = [];
    const closing: (() => Promise<void>)[] = [];
    await use(async (properties) => {
      const context = await bluetoothBrowser.newContext(contextOptions);
      const page = await context.newPage();
      listen(page, complaints);
      const printer = await startVirtualPrinter(bluetoothBrowser, { page, properties });
      closing.push(async () => {
        await closeContext(context);
        await printer.remove();
      });
      await openShopOrders(page);
      return { page, printer };
    });
    const atEnd = [...complaints];
    for (const close of closing) await close();
    expect(atEnd, 'errors in the consoles').toEqual([]);
  },
});

export { expect };
