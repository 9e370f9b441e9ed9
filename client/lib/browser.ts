import { useSyncExternalStore } from 'react';
import type { Place } from '@haat/machines/discovery/shop-discovery.machine';

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

const LOCATE_OPTIONS = { timeout: 10_000, maximumAge: 10 * 60_000, enableHighAccuracy: false };

/** Where this device is; the browser asks for permission when it has to. Rejects when it is denied or unsupported. */
export async function locate(): Promise<Place> {
  const { latitude, longitude } = await readPosition(LOCATE_OPTIONS);
  return { lat: latitude, lng: longitude };
}

const EXACT_OPTIONS = { timeout: 15_000, maximumAge: 0, enableHighAccuracy: true };

/** Like `locate`, as exactly as the device can. `accuracyMetres`: how far it may be from there. */
export async function locateExactly(): Promise<{ latitude: number; longitude: number; accuracyMetres: number }> {
  const { latitude, longitude, accuracy } = await readPosition(EXACT_OPTIONS);
  return { latitude, longitude, accuracyMetres: accuracy };
}

function readPosition(options: PositionOptions): Promise<GeolocationCoordinates> {
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
