import { expect, type Page } from '@playwright/test';

/** At 320 px, the narrowest that counts, the page is not wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await widest(), `width of ${page.url()}`).toBeLessThanOrEqual(320);
}
