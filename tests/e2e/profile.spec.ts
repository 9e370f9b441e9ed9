import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/accessibility.ts';
import { codeSentBy, enterCode, mailsTo, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';
const SAVED = 'Profile updated successfully';

let made = 0;
const newEmail = () => `profile-${test.info().project.name}-${Date.now()}-${(made += 1)}@haat.example`;

async function photo(width: number, height: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const create = { width, height, channels: 3 as const, background: '#888', noise };
  return { name: 'me.png', mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() };
}

async function openProfile(page: Page, path = `/${SHOP}/profile`): Promise<void> {
  await page.goto(`/#${path}`);
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
const headerPicture = (page: Page) => page.getByRole('button', { name: 'Open menu' }).locator('img');

test('saves name, mobile and picture, and shows the picture in the header and the menu', async ({
  quietPage: page,
}) => {
  await signIn(page, SHOP, newEmail());
  await openProfile(page);
  await expect(headerPicture(page)).toHaveAttribute('src', 'images/avatar.png');
  await page.getByLabel('Name', { exact: true }).fill('Test Customer');
  await page.getByLabel('Mobile', { exact: true }).fill('9000000009');
  await page.getByLabel('Profile Image').setInputFiles(await photo(300, 200));
  await expect(page.getByText('me.png')).toBeVisible();
  await expectAccessible(page);
  await save(page);
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/products$`));
  await expect(headerPicture(page)).toHaveAttribute('src', /^\/uploads\/[\da-f-]{36}-320\.webp$/);
  await page.reload();
  const shown = () =>
    headerPicture(page).evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && image.currentSrc);
  await expect.poll(shown).toMatch(/-160\.webp$/);

  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL(/#\/profile$/);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Test Customer');
  await expect(page.getByLabel('Mobile', { exact: true })).toHaveValue('9000000009');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/products$`));
});

test('makes a large photo small before it is sent', async ({ quietPage: page }) => {
  await signIn(page, SHOP, newEmail());
  await openProfile(page);
  const large = await photo(2600, 2000);
  expect(large.buffer.length).toBeGreaterThan(5 * 1024 * 1024);
  await page.getByLabel('Name', { exact: true }).fill('Test Customer');
  await page.getByLabel('Profile Image').setInputFiles(large);
  await save(page);
  await expect(page.getByText(SAVED)).toBeVisible();
});

test('explains why a file is not a valid picture, and keeps the input', async ({ page }) => {
  await signIn(page, SHOP, newEmail());
  await openProfile(page);
  await page.getByLabel('Name', { exact: true }).fill('Test Customer');
  const buffer = Buffer.from('<script>alert(1)</script>');
  await page.getByLabel('Profile Image').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await save(page);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('The picture must be a JPEG, PNG or WebP image.');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Test Customer');
});

test('changes the email address with the code of its mailbox, and notifies the old one', async ({
  quietPage: page,
}) => {
  const [old, next] = [newEmail(), newEmail()];
  await signIn(page, SHOP, old);
  await openProfile(page, '/profile');
  await page.getByLabel('Name', { exact: true }).fill('Test Customer');
  const code = await codeSentBy(page, next, async () => {
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(next);
    await save(page);
    await page.getByLabel('OTP').waitFor();
  });
  await expectAccessible(page);
  // The mail is read in another app, and the page may be gone when its reader comes back.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(old);
  await page.getByRole('button', { name: 'Enter the code' }).click();
  await page.getByLabel('OTP').fill(code);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect.poll(async () => (await mailsTo(page, old))[0]).toContain('was changed');

  await openProfile(page);
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(next);
});

test('sends a guest to the login, or from a shop to its own, and back', async ({ quietPage: page }) => {
  await page.goto('/#/profile');
  await expect(page).toHaveURL(/#\/haat\/login\?redirect=%2Fprofile$/);
  await expect(page.getByText('Log in to see your profile.')).toBeVisible();
  await page.goto(`/#/${SHOP}/profile`);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await enterCode(page, newEmail());
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/profile$`));
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeVisible();
});

test('is available in Hindi', async ({ quietPage: page }) => {
  await signIn(page, SHOP, newEmail());
  await page.goto(`/#/${SHOP}/profile`);
  await page.evaluate(() => localStorage.setItem('language', 'hi'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'प्रोफ़ाइल बदलें' })).toBeVisible();
  await expect(page.getByLabel('मोबाइल', { exact: true })).toBeVisible();
});
