import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/accessibility.ts';
import { adminOf, OPERATOR } from './support/accounts.ts';
import { mailsTo, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** No other test needs it open. */
const SHOP = 'arogya-medicals';

test('a pause is shown at once to customers of the shop, and orders are refused', async ({ newUser }) => {
  const [{ page: office }, { page: looker }] = [await newUser(), await newUser()];
  const isWatched = looker.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await looker.goto(`/#/${SHOP}/products`);
  await isWatched;
  await expect(looker.getByRole('banner').getByText('Not taking orders')).toHaveCount(0);

  await signIn(office, SHOP, adminOf(SHOP));
  await office.goto(`/#/${SHOP}/admin/settings`);
  await office.getByRole('button', { name: 'Pause until I resume' }).click();
  await expect(office.getByText('The shop is paused')).toBeVisible();
  await expect(looker.getByText('This shop is not taking orders at the moment.')).toBeVisible();
  await expect(looker.getByRole('banner').getByText('Not taking orders')).toBeVisible();
  await office.getByRole('button', { name: 'Resume orders' }).click();
  await expect(looker.getByText('This shop is not taking orders at the moment.')).toHaveCount(0);

  const minimum = office.getByLabel('Minimum order value for delivery (₹)');
  const before = await minimum.inputValue();
  await minimum.fill('4321');
  await office.getByRole('button', { name: 'Save Changes' }).click();
  await expect(office.getByText('Settings saved')).toBeVisible();
  await looker.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  await expect(looker.getByText(/more to get delivery/).first()).toContainText('₹4,');
  await minimum.fill(before);
  await office.getByRole('button', { name: 'Save Changes' }).click();
  await office.goto(`/#/${SHOP}/admin/activity`);
  await expect(office.locator('main ol').getByRole('listitem').first()).toContainText('Settings changed');
  await expect(office.locator('main ol').getByRole('listitem').first()).toContainText('₹4,321.00');
});

test('the operator opens a shop, its admin takes it over, and it is suspended and resumed', async ({
  newUser,
}, testInfo) => {
  // A shop of a later attempt needs another web address.
  const name = testInfo.retry === 0 ? 'Green Leaf' : `Green Leaf ${testInfo.retry + 1}`;
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const email = `owner@${slug}.example`;
  const [{ page: operator }, { page: owner }, { page: guest }] = [await newUser(), await newUser(), await newUser()];
  await signIn(operator, 'haat', OPERATOR);
  await operator.goto('/#/operator/shops');
  await operator.getByRole('button', { name: 'Create a shop' }).click();
  await operator.getByLabel('Shop name').fill(name);
  await expect(operator.getByLabel('Web address', { exact: true })).toHaveValue(slug);
  await expect(operator.getByText('This web address is available.')).toBeVisible();
  await operator.getByLabel('Email of the first admin').fill(email);
  await operator.getByRole('button', { name: 'Create shop' }).click();
  const created = operator.getByRole('row').filter({ hasText: slug }).getByRole('link', { name, exact: true });
  await expect(created).toBeFocused();
  await expect(created).toBeInViewport();
  await created.click();
  await expect(operator.getByRole('main')).toContainText('1 member');
  await expect.poll(async () => (await mailsTo(operator, email)).join()).toContain(`/#/${slug}/login`);

  await signIn(owner, slug, email);
  await owner.goto(`/#/${slug}/admin/team`);
  await expect(owner.getByText(email).first()).toBeVisible();
  await expect(owner.getByText('Invited')).toHaveCount(0);

  await operator.getByRole('button', { name: /^Suspend/ }).click();
  await operator.getByLabel('Reason').fill('Expired licence');
  await expectAccessible(operator);
  await operator.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(operator.getByRole('main')).toContainText('Suspended: Expired licence');
  await guest.goto(`/#/${slug}/products`);
  await expect(guest.getByRole('heading', { name: 'Shop suspended' })).toBeVisible();
  await owner.goto(`/#/${slug}/admin/settings`);
  await owner.reload();
  await expect(owner.getByText(/This shop is suspended: Expired licence/)).toBeVisible();
  await operator.getByRole('button', { name: /^Resume/ }).click();
  await expect(operator.getByRole('main')).toContainText('Getting ready');
  await operator.getByRole('link', { name: 'All shops' }).click();
  await operator.getByLabel('State').selectOption('Getting ready');
  await operator.getByRole('searchbox').fill(slug);
  await expect(operator.getByText('1 shop', { exact: true })).toBeVisible();
  const saved = operator.waitForEvent('download');
  await operator.getByRole('button', { name: 'Download CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^shops-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(`${name},${slug},,getting_ready,`);
});

test('the poster is one sheet of A4', async ({ page }) => {
  await page.goto('/#/mysuru-sweets/poster');
  await page.getByRole('article', { name: 'Mysuru Sweets' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
