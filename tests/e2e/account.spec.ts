import type { Page } from '@playwright/test';
import { codeSentBy, openSession, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';
const CONSENT = 'Thank you. Your consent has been recorded.';

let made = 0;
const newEmail = () => `account-${test.info().project.name}-${Date.now()}-${(made += 1)}@haat.example`;
const newMobile = () => `9${String(Date.now()).slice(-8)}${(made += 1) % 10}`;

type StoredMessage = { text: string };

/** The code of the newest message to that number, once another one than before has arrived. */
async function codeByMessage(page: Page, mobile: string): Promise<string> {
  const read = async () => {
    const answer = await page.request.get('/dev/messages', {
      params: { to: mobile },
      headers: { accept: 'application/json' },
    });
    const [newest] = (await answer.json()) as StoredMessage[];
    return /^\d{6}/.exec(newest?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(read).not.toBe('');
  return read();
}

const openProfile = async (page: Page) => {
  await page.goto(`/#/${SHOP}/profile`);
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
};

test('logs in with a mobile number, and adds an email address to the account', async ({ quietPage: page }) => {
  const mobile = newMobile();
  await page.goto(`/#/${SHOP}/login?redirect=/profile`);
  const field = page.getByLabel('Email or mobile number');
  await field.fill(`+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByText('OTP sent to your mobile number!')).toBeVisible();
  await page.getByLabel('OTP').fill(await codeByMessage(page, mobile));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText(`You can log in with +91 ${mobile.slice(0, 5)} ${mobile.slice(5)}.`)).toBeVisible();
  await expect(page.getByLabel('Mobile', { exact: true })).toHaveValue(mobile);

  await page.getByLabel('Name', { exact: true }).fill('Test Customer');
  const email = newEmail();
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  const code = await codeSentBy(page, email, () => page.getByRole('button', { name: 'Save Changes' }).click());
  await page.getByLabel('OTP').fill(code);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/products$`));
  await openProfile(page);
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email);
});

test('confirms a mobile number on the profile', async ({ quietPage: page }) => {
  const mobile = newMobile();
  await signIn(page, SHOP, newEmail());
  await openProfile(page);
  await page.getByLabel('Mobile number to log in with').fill(mobile);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByLabel('OTP').waitFor();
  await page.getByLabel('OTP').fill(await codeByMessage(page, mobile));
  await page.getByRole('button', { name: 'Confirm number' }).click();
  await expect(page.getByText(/You can log in with \+91/)).toBeVisible();
});

test('records the consent, and withdraws the optional part', async ({ quietPage: page }) => {
  await signIn(page, SHOP, newEmail());
  await page.goto('/#/consent');
  await page.getByRole('button', { name: 'I Agree & Continue' }).click();
  await expect(page.getByRole('alertdialog', { name: CONSENT })).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await openProfile(page);
  const offers = page.getByRole('switch', { name: /Offers/ });
  await expect(page.getByText(/You agreed to the consent text/)).toBeVisible();
  await expect(offers).not.toBeChecked();
  await offers.click();
  await expect(offers).toBeChecked();
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/consents'),
  );
  await offers.click();
  await saved;
  await page.reload();
  await expect(offers).not.toBeChecked();
});

test('lists where one is logged in, and logs out the other devices at once', async ({ quietPage: page }) => {
  const email = newEmail();
  const other = await openSession(page, SHOP, email);
  const isLoggedIn = async () =>
    (await page.request.get('/api/users/me', { headers: { authorization: `Bearer ${other.authToken}` } })).ok();
  // A second code may be requested after a second.
  await expect(() => signIn(page, SHOP, email)).toPass();
  await openProfile(page);
  await expect(page.getByText('This device')).toBeVisible();
  expect(await isLoggedIn()).toBe(true);
  await page.getByRole('button', { name: 'Log out all other devices' }).click();
  await expect(page.getByRole('button', { name: 'Log out all other devices' })).toBeHidden();
  expect(await isLoggedIn()).toBe(false);
  await page.reload();
  await expect(page.getByText('This device')).toBeVisible();
});

test('downloads everything that is stored', async ({ quietPage: page }) => {
  const email = newEmail();
  await signIn(page, SHOP, email);
  await openProfile(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('haat-account.json');
});

test.describe('an account', () => {
  test.use({ allowedConsoleErrors: /429 .*send-deletion-code/ });

  test('is deleted with a code, after a question', async ({ quietPage: page }) => {
    const email = newEmail();
    await signIn(page, SHOP, email);
    await openProfile(page);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const send = async () => {
      const answer = page.waitForResponse('**/api/users/send-deletion-code');
      await page.getByRole('button', { name: 'Send code' }).click();
      expect((await answer).status()).toBeLessThan(300);
    };
    // Refused within a second of the code of the login.
    const code = await codeSentBy(page, email, () => expect(send).toPass());
    await page.getByLabel('OTP').fill(code);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByText('Your account was deleted.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Welcome to Haat' })).toBeVisible();
    await expect(page.getByText(/logged out/)).toHaveCount(0);
  });
});
