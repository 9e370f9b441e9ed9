import { useSyncExternalStore } from 'react';

const EVENTS = ['online', 'offline'] as const;

/** Whether the device has a line, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(followLine, isOnline);
}

const isOnline = () => navigator.onLine;

function followLine(listener: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, listener);
  };
}
