import { worker } from './worker-scope.ts';

/** The open pages of this app, the one that was looked at last first. */
export async function openPages(): Promise<readonly WindowClient[]> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Others may live on the same host.
  return pages.filter(({ url }) => url.startsWith(worker.registration.scope));
}
