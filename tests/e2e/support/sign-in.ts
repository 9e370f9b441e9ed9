import { expect, type Page } from '@playwright/test';
import type { LoginView } from '../../../contract/accounts/auth.calls.ts';
import { deviceThat, findAccount, type StoredSession } from './accounts.ts';
import { storeItems } from './open-contexts.ts';
import type { Language } from './texts.ts';

type Mail = { to: string; text: string };
/** A page, or whatever else can ask the server. */
type Asking = Pick<Page, 'request'>;

/**
 * Logs in without a screen, before the page goes anywhere. The people of the demo market logged in once for all tests,
 * so that a test that logs out takes its own email.
 */
export async function signIn(page: Page, shopSlug: string, email: string, language?: Language): Promise<void> {
  const remembered = (await findAccount(email)) ?? (await openSession(page, shopSlug, email));
  await storeItems(page.context(), deviceThat(remembered, language));
}

/** Logs in by the calls of the login screen; answers what the device remembers then. */
export async function openSession(from: Asking, shopSlug: string, email: string): Promise<StoredSession> {
  const code = await codeSentBy(from, email, () =>
    // One code a second is sent to an address, and another test may have asked for one.
    expect(async () => {
      await expect(await from.request.post('/api/auth/send-token', { data: { email, shop_slug: shopSlug } })).toBeOK();
    }).toPass({ intervals: [1000], timeout: 10_000 }),
  );
  const answer = await from.request.post('/api/auth/login-with-token', {
    data: { email, token: code, shop_slug: shopSlug },
  });
  await expect(answer).toBeOK();
  const { token, refreshToken, user } = (await answer.json()) as LoginView;
  return { authToken: token, refreshToken, userId: String(user.id) };
}

/** Logs in as a person would, on the login screen that is open: asks for a code, reads it in the mailbox, types it. */
export async function enterCode(page: Page, email: string): Promise<void> {
  const code = await codeSentBy(page, email, async () => {
    await page.getByLabel('Email or mobile number').fill(email);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await page.getByLabel('OTP').waitFor();
  });
  await page.getByLabel('OTP').fill(code);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** The code that arrives in the mailbox after something was done. */
export async function codeSentBy(from: Asking, email: string, act: () => Promise<void>): Promise<string> {
  const before = await codesFor(from, email);
  await act();
  const intervals = [50, 100, 200, 400];
  await expect.poll(async () => (await codesFor(from, email)).length, { intervals }).toBeGreaterThan(before.length);
  const [newest = ''] = await codesFor(from, email);
  return newest;
}

async function codesFor(from: Asking, email: string): Promise<string[]> {
  const texts = await mailsTo(from, email);
  return texts.flatMap((text) => /^\d{6}$/m.exec(text)?.[0] ?? []);
}

/** The texts of the mails to that address, newest first. */
export async function mailsTo(from: Asking, email: string): Promise<string[]> {
  const headers = { accept: 'application/json' };
  const answer = await from.request.get('/dev/mail', { params: { to: email }, headers });
  return ((await answer.json()) as Mail[]).map(({ text }) => text);
}
