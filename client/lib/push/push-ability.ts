import type { PushGround } from '@haat/machines/push/push-ground';

/** Whether this browser can show what arrives while no page is open. */
export function pushAbility(): PushGround['ability'] {
  const parts = ['PushManager', 'Notification', 'indexedDB'];
  if ('serviceWorker' in navigator && parts.every((part) => part in window)) return 'able';
  // Only browsers of iPhones know the property; false in those, true in an app on the home screen.
  return (navigator as { standalone?: boolean }).standalone === false ? 'afterInstall' : 'unable';
}

/** Calls back when the permission changes, by an answer or in the settings of the browser; returns the unsubscribe. */
export function onPermissionChanged(listener: () => void): () => void {
  const ended = new AbortController();
  const listen = async () => {
    const permission = await navigator.permissions.query({ name: 'notifications' });
    permission.addEventListener('change', listener, { signal: ended.signal });
  };
  // Not all browsers tell; there it shows at the next start.
  listen().catch(() => {});
  return () => ended.abort();
}
