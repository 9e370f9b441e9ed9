/** The version of the consent text. Raise it with every significant change of the text. */
export const CONSENT_VERSION = '2026-11-24';

/** The purposes for which personal data is used. The necessary ones end only with the account. */
export const NECESSARY_PURPOSES = ['account', 'orders'] as const;
export const OPTIONAL_PURPOSES = ['offers'] as const;
export const CONSENT_PURPOSES = [...NECESSARY_PURPOSES, ...OPTIONAL_PURPOSES] as const;

export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** Whether a consent covers every necessary purpose. */
export const isCompleteConsent = (purposes: readonly ConsentPurpose[]): boolean =>
  NECESSARY_PURPOSES.every((purpose) => purposes.includes(purpose));
