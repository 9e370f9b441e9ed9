import { expect, type Page } from '@playwright/test';

type Mail = { to: string; text: string };

/** Signs in at a shop as a person would: asks for a code, reads it in the mailbox, types it. */
export async function signIn(page: Page, shopSlug: string, email: string): Promise<void> {
  await page.goto(`/#/${shopSlug}/login`);
  await enterCode(page, email);
}

/** The same on a login screen that is open already. Whoever is through is led elsewhere, and has a session from then on. */
export async function enterCode(page: Page, email: string): Promise<void> {
  const code = await codeSentBy(page, email, async () => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await page.getByLabel('OTP').waitFor();
  });
  await page.getByLabel('OTP').fill(code);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** The code that arrives in the mailbox after something was done on the page. */
export async function codeSentBy(page: Page, email: string, act: () => Promise<void>): Promise<string> {
  const before = await codesFor(page, email);
  await act();
  await expect.poll(async () => (await codesFor(page, email)).length).toBeGreaterThan(before.length);
  const [newest = ''] = await codesFor(page, email);
  return newest;
}

async function codesFor(page: Page, email: string): Promise<string[]> {
  const texts = await mailsTo(page, email);
  return texts.flatMap((text) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
}

/** The texts of the mails to that address, newest first. */
export async function mailsTo(page: Page, email: string): Promise<string[]> {
  const answer = await page.request.get('/dev/mail', { headers: { accept: 'application/json' } });
  const mails = (await answer.json()) as Mail[];
  return mails.filter(({ to }) => to === email).map(({ text }) => text);
}
