import type { Page } from '@playwright/test';
import { stopClock } from './stop-clock.ts';

/** What a hand scanner does: no time passes between its keys, however busy the machine is. The page has its own clock. */
export async function handScan(page: Page, barcode: string, end: 'Enter' | 'Tab' | 'pause' = 'Enter'): Promise<void> {
  await stopClock(page);
  await page.keyboard.type(barcode);
  if (end !== 'pause') await page.keyboard.press(end);
  await page.clock.resume();
}
