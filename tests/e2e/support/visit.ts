import type { Browser, CDPSession, Page } from '@playwright/test';
import { WITHOUT_APP } from './open-contexts.ts';
import type { Screen } from './screen.ts';
import { listen } from './test.ts';
import { textsOf, type Language } from './texts.ts';

export type Theme = 'light' | 'dark';
export type Appearance = { language: Language; theme: Theme };
export type Device = NonNullable<Parameters<Browser['newContext']>[0]>;

/** The result of visiting a screen. */
export type VisitResult = { complaints: string[]; shift: number };

/** Opens a page that records layout shifts. It shows nothing yet; `resetPage` gives it a language and a theme. */
export async function openPage(browser: Browser, device: Device): Promise<Page> {
  const context = await browser.newContext({ ...device, reducedMotion: 'reduce' });
  await context.addInitScript(recordShifts);
  return context.newPage();
}

/** Ends the app in a page that is used again: what a screen does while it is open would go on beside the next test. */
export async function leavePage(page: Page): Promise<void> {
  page.removeAllListeners('console');
  page.removeAllListeners('pageerror');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  await page.goto(WITHOUT_APP);
}

/** Gives a page the storage and the appearance of a new one. */
export async function resetPage(page: Page, device: Device, { language, theme }: Appearance): Promise<void> {
  await page.context().clearCookies();
  if (!page.url().endsWith(WITHOUT_APP)) await leavePage(page);
  await page.emulateMedia({ colorScheme: theme });
  const { origins } = device.storageState as Exclude<Device['storageState'], string | undefined>;
  const stored = [...origins.flatMap((origin) => origin.localStorage), { name: 'language', value: language }];
  await page.evaluate((items) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name, value } of items) localStorage.setItem(name, value);
  }, stored);
}

const devtools = new WeakMap<Page, CDPSession>();

/** Whether the page fetches everything anew. */
export async function disableCache(page: Page, cacheDisabled: boolean): Promise<void> {
  const session = devtools.get(page) ?? (await page.context().newCDPSession(page));
  devtools.set(page, session);
  await session.send('Network.setCacheDisabled', { cacheDisabled });
}

/** Opens the screen, waits until it is rendered, and performs its actions. */
export async function visit(page: Page, screen: Screen, { language }: Appearance): Promise<VisitResult> {
  const complaints: string[] = [];
  listen(page, complaints);
  await screen.given?.(page);
  await page.goto(`/#${screen.path}`);
  await stand(page);
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  await screen.act?.(page, textsOf(language));
  await stand(page);
  return { complaints, shift };
}

/** Waits for a heading of the app, not of its first view, or for a dialog, and until no grey placeholder is left. */
async function stand(page: Page): Promise<void> {
  await page.locator('main h1:visible, dialog[open]:visible').first().waitFor();
  // Asked at every frame: an expectation asks again after a while, and that adds up over all screens.
  await page.waitForFunction(() => document.querySelector('[data-skeleton], [aria-busy=true]') === null);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Adds up how far things jumped by themselves (CLS, without its windows: never less than it). */
function recordShifts(): void {
  const sum = window as unknown as { shift: number };
  sum.shift = 0;
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) sum.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Has the page shown in our own font, as on a phone that is here again, which is wider than what stands in for it. */
export async function waitForWebFont(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.documentElement.toggleAttribute('data-own-font', true);
    await document.fonts.ready;
  });
}
