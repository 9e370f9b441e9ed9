import type { Bus } from '@haat/core/bus/bus';

/** What processors need of the process they run in. */
export type Tools = { bus: Bus };
