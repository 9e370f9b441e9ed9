import type { Bus } from '@haat/core/bus/bus';

/** What processors need of the process they run in. `stopping`: it is to end, so that nothing long is begun. */
export type Tools = { bus: Bus; stopping?: AbortSignal };
