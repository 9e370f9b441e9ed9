import { MessageChannel } from 'node:worker_threads';

// Browsers have it; the global object that Vitest creates for each test file does not.
Object.assign(globalThis, { MessageChannel });

// No picture is loaded here; without this, all would be on their way for ever. Some files run without a document.
if ('HTMLImageElement' in globalThis)
  Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => true });
