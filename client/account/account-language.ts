import { saveLanguage } from '@haat/contract/notify/messages.calls';
import { getProfile } from '@haat/contract/accounts/users.calls';
import { readToken } from '@haat/contract/accounts/decode-token';
import { i18n } from '@lingui/core';
import { call } from '../lib/api.ts';
import { chooseLanguage, chosenLanguage } from '../lib/chosen-language.ts';
import { logProblem } from '../lib/log.ts';
import { readAuthToken, readStored, writeStored } from '../lib/storage.ts';

/** The user and language that this device saved last. */
const SAVED_KEY = 'accountLanguage';

/**
 * Until the signal, the language chosen on this device becomes that of the account's mails and push messages. On a device
 * where none was chosen, the screens get the language of the account.
 */
export function followAccountLanguage(ended: AbortSignal): void {
  const userId = readToken(readAuthToken())?.sub;
  if (userId === undefined || ended.aborted) return;
  const isOver = (error: unknown) => (ended.aborted ? undefined : logProblem('language', error));
  let shown = i18n.locale;
  // Also emitted when texts were loaded.
  const stop = i18n.on('change', () => {
    if (i18n.locale === shown) return;
    shown = i18n.locale;
    save(userId, ended).catch(isOver);
  });
  ended.addEventListener('abort', stop);
  (chosenLanguage() ? save(userId, ended) : adopt(ended)).catch(isOver);
}

async function save(userId: string, signal: AbortSignal): Promise<void> {
  const language = i18n.locale === 'hi' ? 'hi' : 'en';
  const saved = `${userId}:${language}`;
  if (readStored(SAVED_KEY) === saved) return;
  await call(saveLanguage, { body: { language }, signal });
  writeStored(SAVED_KEY, saved);
}

async function adopt(signal: AbortSignal): Promise<void> {
  const { language } = await call(getProfile, { signal });
  if (language && language !== i18n.locale && !signal.aborted) await chooseLanguage(language);
}
