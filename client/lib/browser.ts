import { useSyncExternalStore } from 'react';
import type { Place } from '@haat/machines/shops/shop-discovery.machine';

const EVENTS = ['online', 'offline'] as const;

/** Whether the device is online, as far as the browser knows. */
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

/** Whether the user prefers reduced motion; false while the build renders the first view. */
export function prefersReducedMotion(): boolean {
  return typeof window !== 'undefined' && window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Whether the user wants to spend little data, as the browser or the system has it; false while the build renders. */
export function savesData(): boolean {
  if (typeof window === 'undefined') return false;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true || window.matchMedia('(prefers-reduced-data: reduce)').matches;
}

const LOCATE_OPTIONS = { timeout: 10_000, maximumAge: 10 * 60_000, enableHighAccuracy: false };

/** Where this device is; the browser asks for permission when it has to. Rejects when it is denied or unsupported. */
export async function locate(): Promise<Place> {
  const { latitude, longitude } = await readPosition(LOCATE_OPTIONS);
  return { lat: latitude, lng: longitude };
}

/** Where this device is, as the browser says. Rejects when it is denied or unsupported. */
export function readPosition(options: PositionOptions): Promise<GeolocationCoordinates> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new Error('Geolocation is not supported'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      (error) => reject(new Error(error.message)),
      options,
    );
  });
}

/** Whether the device may be located without a permission prompt. */
export async function hasLocationPermission(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}
