/** The steps of a new shop before its first order, in the order in which they are shown. */
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

/**
 * Whether the shop should set its opening hours first: its first product makes it public, and without hours it is always open.
 */
export const needsHoursFirst = (steps: Steps): boolean => isOpen(steps, 'hours') && isOpen(steps, 'products');

const isOpen = (steps: Steps, step: SetupStep): boolean =>
  steps.some(({ id, state }) => id === step && state === 'open');

type Steps = readonly { id: SetupStep; state: SetupState }[];

/** Whether a shop can close its list of first steps: it has to decide on its hours before, as without any it is always open. */
export const canCloseSetup = (steps: Steps): boolean =>
  steps.every(({ id, state }) => state === 'done' || !isRequired(id)) && !isOpen(steps, 'hours');

/** How many of the steps need no more attention. */
export const countFinished = (steps: Steps): number => steps.filter(({ state }) => state !== 'open').length;
