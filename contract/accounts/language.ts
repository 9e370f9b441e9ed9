/** The languages of screens, mails and push messages. */
export const LANGUAGE_CODES = ['en', 'hi'] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

/** The language of a user who has not chosen one. */
export const DEFAULT_LANGUAGE: LanguageCode = 'en';
