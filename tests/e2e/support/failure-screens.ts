import { expect, type Page } from '@playwright/test';
import { WITHOUT_APP } from './open-contexts.ts';

/** Console messages of Chromium and the app about an intentionally failed request. */
export const FAILED_REQUEST = /^Failed to load resource|net::ERR_(FAILED|INTERNET_DISCONNECTED)|^Error logging visit/;

const RAW = /node:net|SyntaxError|TypeError|ApiError|doctype|Unexpected Application Error|\[object|undefined|NaN/;

/** Expects readable texts only, and no placeholder left. */
export async function expectReadableTexts(page: Page, what: string): Promise<void> {
  await expect(page.locator('main [data-skeleton], main [aria-busy=true]'), what).toHaveCount(0);
  expect(await page.locator('body').innerText(), what).not.toMatch(RAW);
}

/** Loads the page anew, so that nothing is known but what the device remembers. */
export async function openFresh(page: Page, path: string): Promise<void> {
  await page.goto(WITHOUT_APP);
  await page.goto(`/#${path}`);
}

/** A read that failed is tried again after a while: the clock runs ahead until it `hasEnded` and the text is there. */
export async function waitFor(page: Page, text: string, hasEnded = () => true): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2500);
    expect(hasEnded()).toBe(true);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 150 });
  }).toPass({ timeout: 10_000, intervals: [50] });
}

/** Puts back what the device remembered. */
export async function restoreStorage(page: Page, stored: Record<string, string>): Promise<void> {
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
}

/** All that the device remembers. */
export function memoryOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>);
}
