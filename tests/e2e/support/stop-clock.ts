import type { Page } from '@playwright/test';

/** In ms. Longer than two commands to a busy browser take, shorter than any call waits for its answer. */
const JUMP = 5000;

/** Stops the page's clock, which was installed before: no time passes any more but what a test lets pass. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + JUMP);
}
