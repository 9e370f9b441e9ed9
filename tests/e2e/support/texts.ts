import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { test } from '@playwright/test';

export type Language = 'en' | 'hi';
export type Texts = (id: string, values?: Record<string, string | number>) => string;

/** The texts of a language as the screens show them, by their ids. */
export function readTexts(language: Language): Record<string, string> {
  const file = join(import.meta.dirname, '../../../client/i18n', `${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/** The texts of a language with their values: `t('history.order', { number })`. */
export function textsOf(language: Language): Texts {
  const catalog = readTexts(language);
  const messages = Object.fromEntries(Object.entries(catalog).map(([id, text]) => [id, compileMessage(text)]));
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  return (id, values) => {
    if (catalog[id] === undefined) throw new Error(`No text is called ${id}`);
    return i18n._(id, values);
  };
}

/** The language of this test: half of the tests are in Hindi, and one that runs at both widths sees both languages. */
export const ownLanguage = (): Language => {
  const { project, title } = test.info();
  return (title.length % 2 === 0) === (project.name === 'phone') ? 'en' : 'hi';
};
