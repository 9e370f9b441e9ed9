import { expect, test } from './support/test.ts';

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`closes a toast by itself, and not before it can be read (motion: ${reducedMotion})`, async ({ page }) => {
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
