import type { Page } from '@playwright/test';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('has no layout shift while a screen loads', async ({ quietPage: page }) => {
  await page.addInitScript(() => {
    const shifts = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await signIn(page, 'nandi-vegetables', 'customer@haat.example');
  await page.goto('/#/nandi-vegetables/products');
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  for (const screen of [
    'haat/dashboard',
    'nandi-vegetables/products',
    'nandi-vegetables/order',
    'nandi-vegetables/order-history',
  ]) {
    await page.goto('about:blank');
    await page.goto(`/#/${screen}`);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await shiftOf(page), screen).toBeLessThan(0.05);
  }
});

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}
