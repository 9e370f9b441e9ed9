import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'en' | 'hi';
export type Texts = (id: string) => string;

/** The texts of a language as the screens show them, by their ids. */
export function readTexts(language: Language): Record<string, string> {
  const file = join(import.meta.dirname, '../../../client/i18n', `${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/** Those without values: `t('menu.open')`. */
export function textsOf(language: Language): Texts {
  const catalog = readTexts(language);
  return (id) => {
    const text = catalog[id];
    if (text === undefined) throw new Error(`No text is called ${id}`);
    return text;
  };
}
