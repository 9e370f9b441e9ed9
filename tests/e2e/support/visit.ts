import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import { listen } from './test.ts';
import { textsOf, type Language } from './texts.ts';

export type Theme = 'light' | 'dark';
export type Appearance = { language: Language; theme: Theme };
export type Device = NonNullable<Parameters<Browser['newContext']>[0]>;

/** The result of visiting a screen. */
export type VisitResult = { page: Page; complaints: string[]; shift: number };

/** Opens a browser that speaks the language and has the theme, with what the device remembers. */
export async function openScreenContext(
  browser: Browser,
  device: Device,
  { language, theme }: Appearance,
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...device, colorScheme: theme, reducedMotion: 'reduce' });
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await context.addInitScript(recordShifts);
  return context;
}

/** Opens the screen, waits until it is rendered, and performs its actions. */
export async function visit(context: BrowserContext, screen: Screen, { language }: Appearance): Promise<VisitResult> {
  const page = await context.newPage();
  const complaints: string[] = [];
  listen(page, complaints);
  await screen.given?.(page);
  await page.goto(`/#${screen.path}`);
  await stand(page);
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  await screen.act?.(page, textsOf(language));
  await stand(page);
  return { page, complaints, shift };
}

/** A heading of the app, not of its first view, or a dialog is there, and nothing grey stands in for what is on its way. */
async function stand(page: Page): Promise<void> {
  await page.locator('main h1:visible, dialog[open]').first().waitFor();
  // Asked at every frame: an expectation asks again after a while, and that adds up over all screens.
  await page.waitForFunction(() => document.querySelector('[class*="_bone_"], [aria-busy=true]') === null);
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

/** How many pixels the page, or the dialog over it, is wider than the window. */
export async function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const roots = [document.documentElement, ...document.querySelectorAll<HTMLElement>('dialog[open]')];
    return Math.max(...roots.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}
