/** The version of the consent text. Raise it with every change of the text that matters. */
export const CONSENT_VERSION = '2026-11-24';

/** What personal data is used for. The necessary purposes end with the account only. */
export const NECESSARY_PURPOSES = ['account', 'orders'] as const;
export const OPTIONAL_PURPOSES = ['offers'] as const;
export const CONSENT_PURPOSES = [...NECESSARY_PURPOSES, ...OPTIONAL_PURPOSES] as const;

export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** Whether a consent covers what the service cannot work without. */
export const isCompleteConsent = (purposes: readonly ConsentPurpose[]): boolean =>
  NECESSARY_PURPOSES.every((purpose) => purposes.includes(purpose));
