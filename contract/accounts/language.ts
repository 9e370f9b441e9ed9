/** The languages of screens, mails and push messages. */
export const LANGUAGE_CODES = ['en', 'hi'] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

/** The language for somebody who has chosen none. */
export const DEFAULT_LANGUAGE: LanguageCode = 'en';
