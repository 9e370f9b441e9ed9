/**
 * What a customer does at a provider: pays; is declined; goes back; pays and closes the tab, so that the shop's page never
 * hears of it; or pays through a bank that decides later, for or against.
 */
export const OUTCOMES = ['pay', 'decline', 'cancel', 'close', 'late', 'late-decline'] as const;

export type Outcome = (typeof OUTCOMES)[number];

export const isOutcome = (word: unknown): word is Outcome => OUTCOMES.some((outcome) => outcome === word);
