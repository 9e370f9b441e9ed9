import { i18n, type Messages } from '@lingui/core';
import { messages as english } from 'virtual:catalog/en';
import type { TextId, TextValues } from './use-text.ts';

/** The languages of the screens, each named in its own script. */
export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const;
export type Language = keyof typeof LANGUAGES;

/**
 * Names of the shared catalog by their English ones; beside whole names, measures (`kg`) and packs (`box of`). A measure
 * that has another meaning on its own is listed with a `#` for its number: `# L` is a litre, L alone a size.
 */
export type NameList = Readonly<Record<string, string>>;

/** The English texts that have been fetched so far. */
let englishTexts: Messages = english;
let hasPageTexts = false;
let hindiLimitText: ((seconds: number) => string) | undefined;
let hindiNames: NameList = {};
let installedNames: NameList = {};
let hindiProducts: NameList = {};
/** One object, so that what depends on the names is not computed again. */
const NO_NAMES: NameList = {};

/** Shows the screens in a language. English comes with the app; rejects when another one cannot be fetched. */
export async function activateLanguage(language: Language): Promise<void> {
  // All texts before the change, or a static page would show the names of its texts for a moment.
  const pages = hasPageTexts ? await pageTexts(language) : {};
  if (language === 'hi') await activateHindi(pages);
  else activateEnglish();
}

/** Adds the texts of the screens behind the dashboard, in the language of the screens. */
export async function loadPageTexts(): Promise<void> {
  const language = i18n.locale === 'hi' ? 'hi' : 'en';
  i18n.load(language, await pageTexts(language));
  hasPageTexts = true;
}

/** Code together with the texts that are not part of the first load. */
export async function withPageTexts<Module>(code: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code, loadPageTexts()]);
  return module;
}

/** Adds texts in English, of screens that have come with them. */
export function addEnglish(texts: Messages): void {
  englishTexts = { ...englishTexts, ...texts };
  if (i18n.locale === 'en') i18n.load('en', texts);
}

/** Switches the screens to English immediately. */
export function activateEnglish(): void {
  activate('en', englishTexts);
}

/** The names of the shared catalog in a language, by their English ones; empty for English. */
export function namesIn(locale: string): NameList {
  return locale === 'hi' ? hindiNames : NO_NAMES;
}

/** The names of known products in a language, by their English ones; empty for English. */
export function productNamesIn(locale: string): NameList {
  return locale === 'hi' ? hindiProducts : NO_NAMES;
}

/** Adds the Hindi names of this installation, and shows them where the screens are in Hindi. */
export function addHindiNames({ names, products }: { names: NameList; products: NameList }): void {
  installedNames = names;
  hindiNames = { ...hindiNames, ...names };
  hindiProducts = products;
  if (i18n.locale === 'hi') i18n.load('hi', {});
}

/** A text outside of React; inside, `useText` follows a change of language. */
export function textOf(id: TextId, values?: TextValues): string {
  return i18n._(id, values);
}

/** What the server says, in the language of the screens where the sentence is one of our own texts; `id`: the likely one. */
export function serverText(id: TextId, said: string): string {
  const own = [id, ...Object.keys(englishTexts)].find((each) => String(englishTexts[each]) === said);
  return own ? textOf(own as TextId) : said;
}

/** The text of a limit that ends after these seconds; undefined in English, which the server has said. */
export function limitText(seconds: number): string | undefined {
  return i18n.locale === 'hi' ? hindiLimitText?.(seconds) : undefined;
}

// The English texts in any case: sentences of the server are recognized by them.
async function pageTexts(language: Language): Promise<Messages> {
  const [en, hi] = await Promise.all([
    import('virtual:catalog/en-pages'),
    language === 'hi' ? import('virtual:catalog/hi-pages') : undefined,
    import('./catalog-texts.ts'),
    import('./landing-texts.ts'),
  ]);
  addEnglish(en.messages);
  return (hi ?? en).messages;
}

async function activateHindi(pages: Messages): Promise<void> {
  const hindi = await import('./hindi.ts');
  hindiNames = { ...hindi.hindiNames, ...installedNames };
  hindiLimitText = hindi.limitText;
  activate('hi', { ...hindi.hindiTexts, ...pages });
}

function activate(locale: Language, messages: Messages): void {
  i18n.loadAndActivate({ locale, messages });
  document.documentElement.lang = locale;
}
