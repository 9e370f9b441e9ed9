declare const self: ServiceWorkerGlobalScope;

/** The worker's global, with its type: the compiler knows it as that of any worker. */
export const worker: ServiceWorkerGlobalScope = self;
