import { getHindiNames } from '@haat/contract/catalog/catalog.calls';
import { addHindiNames } from '../i18n/language.ts';
import { call } from './api.ts';

/** Fetches the Hindi names of this installation. Without them, names stay in English or as they were shipped. */
export async function loadHindiNames(): Promise<void> {
  const names = await call(getHindiNames).catch(() => undefined);
  if (names) addHindiNames(names);
}
