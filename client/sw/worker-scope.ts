declare const self: ServiceWorkerGlobalScope;

/** The global scope of the service worker: the compiler does not know which kind of worker `self` is. */
export const worker: ServiceWorkerGlobalScope = self;
