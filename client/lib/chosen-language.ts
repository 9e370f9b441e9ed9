import { activateLanguage, type Language } from '../i18n/language.ts';
import { readStored, writeStored } from './storage.ts';

const KEY = 'language';

/** The language chosen on this device; undefined while none was. */
export function chosenLanguage(): Language | undefined {
  const stored = readStored(KEY);
  if (stored === undefined) return undefined;
  return stored === 'hi' ? 'hi' : 'en';
}

/** Shows the screens in a language, and remembers it for the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  await activateLanguage(language);
  writeStored(KEY, language);
}
