import { MessageChannel } from 'node:worker_threads';

// Browsers have it; the global object that Vitest creates for each test file does not.
Object.assign(globalThis, { MessageChannel });
