import { addToCart } from './support/actions.ts';
import { enterCode } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`closes a toast automatically, and not before it can be read (motion: ${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/#/ganesh-kirana/login');
    await page
      .getByLabel('Email or mobile number')
      .fill(`toasts-${reducedMotion}-${test.info().project.name}@haat.example`);
    await page.getByRole('button', { name: 'Send OTP' }).click();

    const toast = page.getByText('OTP sent to your email!');
    await expect(toast).toBeVisible();
    const shownAt = Date.now();
    await expect(toast).toBeHidden({ timeout: 6000 });
    expect(Date.now() - shownAt).toBeGreaterThan(2000);
  });
}

test('closes a toast on request', async ({ page }) => {
  await page.goto('/#/ganesh-kirana/login');
  await page.getByLabel('Email or mobile number').fill(`toasts-closed-${test.info().project.name}@haat.example`);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByText('OTP sent to your email!').waitFor();
  await page.getByRole('button', { name: 'close', exact: true }).click();
  await expect(page.getByText('OTP sent to your email!')).toBeHidden({ timeout: 1500 });
});

test('covers neither header nor heading of a small phone at login, with one line for the cart', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/#/ganesh-kirana/products');
  await addToCart(page, '.');
  await page.goto('/#/ganesh-kirana/login');
  const toasts = page.locator('.Toastify__toast');
  const counts: number[] = [];
  await page.exposeFunction('countToasts', (count: number) => counts.push(count));
  await page.evaluate(() => {
    const count = () => window.countToasts(document.querySelectorAll('.Toastify__toast').length);
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
  });
  await enterCode(page, `toasts-cart-${crypto.randomUUID()}@haat.example`);
  const kept = toasts.filter({ hasText: 'We saved your 1 item.' });
  await expect(kept).toBeVisible();
  const { top, lines } = await kept.evaluate((toast) => {
    const text = document.createTreeWalker(toast, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    if (text) range.selectNodeContents(text);
    return { top: toast.getBoundingClientRect().top, lines: range.getClientRects().length };
  });
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(top).toBeGreaterThan((heading?.y ?? Infinity) + (heading?.height ?? 0));
  expect(lines).toBe(1);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
});

declare global {
  interface Window {
    countToasts: (count: number) => void;
  }
}
