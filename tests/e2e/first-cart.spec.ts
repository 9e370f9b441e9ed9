import type { Locator } from '@playwright/test';
import { expect, test } from './support/test.ts';

const MOST_TAPS = 6;

test('a first visitor has three products in the cart within six taps, without scrolling for Add', async ({
  quietPage: page,
}) => {
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    // Not `target.tap()`, which would scroll.
    await expect(target).toBeInViewport({ ratio: 1 });
    await expect.poll(() => target.evaluate(isUncovered), 'nothing is over it').toBe(true);
    const { x, y, width, height } = (await target.boundingBox())!;
    await page.touchscreen.tap(x + width / 2, y + height / 2);
  };
  await page.goto('/');
  await tap(page.getByRole('region', { name: 'All shops' }).getByRole('link').first());
  await expect(page).toHaveURL(/products$/);

  for (const inCart of [1, 2, 3]) {
    await tap(
      page
        .getByRole('main')
        .getByRole('button', { name: /^Add (?!Address)/ })
        .first(),
    );
    await expect(page.getByText(new RegExp(`^${inCart} items?`)).first()).toBeVisible();
  }
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);
  await page.getByRole('link', { name: 'View Cart' }).tap();
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('list').first().getByRole('listitem')).toHaveCount(3);
});

/** Whether a finger in its middle meets the element itself. Runs in the page. */
function isUncovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
