/** What a new shop does before its first order, in the order in which it is shown. */
export const SETUP_STEPS = [
  'place',
  'hours',
  'phone',
  'picture',
  'products',
  'payment',
  'poster',
  'test_order',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Without these a shop cannot sell: they are not skipped, and the list stays until they are done. */
const REQUIRED: readonly SetupStep[] = ['place', 'phone', 'products'];
export const isRequired = (step: SetupStep): boolean => REQUIRED.includes(step);

export const SETUP_STATES = ['open', 'done', 'skipped'] as const;
export type SetupState = (typeof SETUP_STATES)[number];

/** Whether the shop is to choose its opening hours first: with its first product it is public, and without hours open day and night. */
export const needsHoursFirst = (steps: Steps): boolean => isOpen(steps, 'hours') && isOpen(steps, 'products');

const isOpen = (steps: Steps, step: SetupStep): boolean =>
  steps.some(({ id, state }) => id === step && state === 'open');

type Steps = readonly { id: SetupStep; state: SetupState }[];

/** Whether a shop can close its list of first steps. It decides about its hours before: without any, it takes orders day and night. */
export const canCloseSetup = (steps: Steps): boolean =>
  steps.every(({ id, state }) => state === 'done' || !isRequired(id)) && !isOpen(steps, 'hours');

/** How many of the steps need no more attention. */
export const countFinished = (steps: Steps): number => steps.filter(({ state }) => state !== 'open').length;
