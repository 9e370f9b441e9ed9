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
    const unmeant = complaints.filter((complaint) => !allowedConsoleErrors?.test(complaint));
    await Promise.all(contexts.map(closeContext));
    expect(unmeant, 'errors in the consoles').toEqual([]);
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

/** Closes a context, also while a route handler is answering a request: a page reloads its data after a live event. */
export async function closeContext(context: BrowserContext): Promise<void> {
  const owners = [context, ...context.pages()];
  await Promise.all(owners.map((owner) => owner.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

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
