import { worker } from './worker-scope.ts';

const TAKE_OVER = 'take-over';

/**
 * A new version waits until no page of the old one is open, for that page's scripts are gone with the old copy. The page
 * may ask for it before: when the person at it wants the new version now.
 */
export function takeOverWhenAsked(): void {
  worker.addEventListener('message', (event) => {
    if (event.data === TAKE_OVER) void worker.skipWaiting();
  });
}

/**
 * Where somebody loads the only open page again while a new version waits, this is the moment for it: the answer is an
 * empty page that loads itself once more, out of the new copy.
 */
export async function freshStart(): Promise<Response | undefined> {
  const { waiting } = worker.registration;
  if (!waiting || (await worker.clients.matchAll({ type: 'window' })).length > 1) return undefined;
  waiting.postMessage(TAKE_OVER);
  return new Response('', { headers: { 'content-type': 'text/html', refresh: '0' } });
}
