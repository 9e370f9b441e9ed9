import type { Page } from '@playwright/test';
import { CHROMIUM } from './chromium.ts';
import { signIn } from './sign-in.ts';
import { closeContext, expect, listen, test as base } from './test.ts';
import { startVirtualPrinter, type PrinterProperties, type VirtualPrinter } from './virtual-printer.ts';

type Counter = { page: Page; printer: VirtualPrinter };
type Fixtures = { atCounter: (properties?: PrinterProperties) => Promise<Counter> };

const SHOP = 'mysuru-sweets';

/** Where a shop's members see its orders. */
const BOARD = `/#/${SHOP}/shop-orders`;

/** Signs a vendor in and opens the shop's orders. */
export async function openShopOrders(page: Page): Promise<void> {
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(BOARD);
  await page
    .getByRole('button', { name: /^Print receipt: H\d+$/ })
    .first()
    .waitFor();
}

/**
 * Tests with a vendor at a counter with a Bluetooth printer. The radio belongs to the browser, so each has one of its own.
 * A test fails on errors in a console, as with `newUser`.
 */
export const test = base.extend<Fixtures>({
  atCounter: async ({ playwright, launchOptions, contextOptions }, use) => {
    const complaints: string[] = [];
    const closing: (() => Promise<void>)[] = [];
    await use(async (properties) => {
      const args = [...(launchOptions.args ?? []), '--enable-features=WebBluetooth'];
      const browser = await playwright.chromium.launch({ ...launchOptions, executablePath: CHROMIUM, args });
      closing.push(async () => {
        await Promise.all(browser.contexts().map(closeContext));
        await browser.close();
      });
      const page = await (await browser.newContext(contextOptions)).newPage();
      listen(page, complaints);
      const printer = await startVirtualPrinter(browser, { page, properties });
      await openShopOrders(page);
      return { page, printer };
    });
    const atEnd = [...complaints];
    await Promise.all(closing.map((close) => close()));
    expect(atEnd, 'errors in the consoles').toEqual([]);
  },
});

export { expect };
