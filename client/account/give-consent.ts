import { giveConsent, listConsents } from '@haat/contract/accounts/users.calls';
import { CONSENT_VERSION, NECESSARY_PURPOSES } from '@haat/contract/accounts/consent';
import { call } from '../lib/api.ts';
import { logProblem } from '../lib/log.ts';
import { readTab, storeInTab } from '../lib/tab-storage.ts';

/** Records the consent of the logged-in user; optional purposes that are in force stay. */
export async function agree(): Promise<void> {
  const [current] = await call(listConsents);
  const purposes = [...new Set([...(current?.purposes ?? []), ...NECESSARY_PURPOSES])];
  await call(giveConsent, { body: { purposes } });
}

const KEY = 'agreedVersion';

/** Remembers in this tab that a guest agreed; `recordGuestConsent` records it after the login. */
export function rememberGuestConsent(): void {
  storeInTab(KEY, CONSENT_VERSION);
}

/** Records what the guest agreed to before logging in; nothing if that was another version of the text. Never rejects. */
export async function recordGuestConsent(): Promise<void> {
  try {
    if (readTab(KEY) !== CONSENT_VERSION) return;
    await agree();
    storeInTab(KEY, undefined);
  } catch (error) {
    // The profile shows that no consent is recorded, and asks for it.
    logProblem('Error recording the consent', error);
  }
}
