import { OPERATOR } from './support/accounts.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('the operator opens the job queues in its own tab, which looks like the app', async ({ newUser }) => {
  const { page } = await newUser();
  await signIn(page, 'haat', OPERATOR);
  await page.goto('/#/operator/shops');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Job queues' }).click();
  const board = await opened;
  await expect(board.getByText('order-events').first()).toBeVisible();
  const styles = await board.evaluate(() => {
    const { fontFamily, backgroundColor } = getComputedStyle(document.body);
    const origins = performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin);
    return { fontFamily, backgroundColor, isOwn: origins.every((origin) => origin === location.origin) };
  });
  expect(styles).toEqual({
    fontFamily: expect.stringContaining('Anek Latin'),
    backgroundColor: 'rgb(255, 250, 241)',
    isOwn: true,
  });
  await board.locator('.haat-back').click();
  await expect(board.getByRole('heading', { level: 1, name: 'Shops' })).toBeVisible();
  await expect(page).toHaveURL(/\/operator\/shops$/);
});
