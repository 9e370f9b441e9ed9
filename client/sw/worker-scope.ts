declare const self: ServiceWorkerGlobalScope;

/** The global scope of the service worker; the compiler types `self` as any kind of worker. */
export const worker: ServiceWorkerGlobalScope = self;
