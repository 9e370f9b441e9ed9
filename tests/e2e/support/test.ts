import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';

type Person = { page: Page; context: BrowserContext };
type Fixtures = { newUser: () => Promise<Person>; quietPage: Page; allowedConsoleErrors: RegExp | undefined };

/**
 * Tests with several users, each in a browser context of their own. A test fails on console errors, warnings and uncaught
 * exceptions; `allowedConsoleErrors` matches those that the test causes on purpose.
 */
export const test = base.extend<Fixtures>({
  allowedConsoleErrors: [undefined, { option: true }],
  newUser: async ({ browser, contextOptions, allowedConsoleErrors }, use) => {
    const complaints: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await openContext(browser, contextOptions);
      contexts.push(context);
      const page = await context.newPage();
      listen(page, complaints);
      return { page, context };
    });
    await Promise.all(contexts.map((context) => context.close()));
    const unmeant = complaints.filter((complaint) => !allowedConsoleErrors?.test(complaint));
    expect(unmeant, 'what the consoles complained of').toEqual([]);
  },
  quietPage: async ({ newUser }, use) => {
    const { page } = await newUser();
    await use(page);
  },
});

export { expect };

function openContext(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<BrowserContext> {
  return browser.newContext(options);
}

// Said by the tool that drives the browser, where a test keeps the worker away.
const OF_THE_TOOL = 'Service Worker registration blocked by Playwright';

/** Puts down what the page's console allowsConsoleErrors of. */
export function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.text() === OF_THE_TOOL) return;
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}
