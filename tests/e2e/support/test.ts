import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { closeContext, OpenContexts } from './open-contexts.ts';

type Person = { page: Page; context: BrowserContext };
type Fixtures = { newUser: () => Promise<Person>; quietPage: Page; allowedConsoleErrors: RegExp | undefined };

/**
 * Tests with several users, each in their own browser context. A test fails on console errors, warnings and uncaught
 * exceptions; `allowedConsoleErrors` matches the errors that the test causes on purpose.
 */
export const test = base.extend<Fixtures, { openContexts: OpenContexts }>({
  openContexts: [
    async ({ browser }, use) => {
      const contexts = new OpenContexts(browser);
      await use(contexts);
      await contexts.close();
    },
    { scope: 'worker' },
  ],
  allowedConsoleErrors: [undefined, { option: true }],
  newUser: async ({ browser, openContexts, serviceWorkers, allowedConsoleErrors }, use) => {
    const complaints: string[] = [];
    const own: BrowserContext[] = [];
    await use(async () => {
      const context = await (serviceWorkers === 'block' ? openContexts.take() : browser.newContext());
      if (serviceWorkers !== 'block') own.push(context);
      const page = await context.newPage();
      listen(page, complaints);
      return { page, context };
    });
    const unmeant = complaints.filter((complaint) => !allowedConsoleErrors?.test(complaint));
    await Promise.all([openContexts.giveBack(), ...own.map(closeContext)]);
    expect(unmeant, 'errors in the consoles').toEqual([]);
  },
  quietPage: async ({ newUser }, use) => {
    const { page } = await newUser();
    await use(page);
  },
});

export { expect };

// Logged by Playwright where a test blocks the service worker.
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright';

/** Records the errors, warnings and uncaught exceptions in the console of a page. */
export function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.text() === BLOCKED_WORKER) return;
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}
