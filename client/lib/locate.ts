import type { Place } from '@haat/machines/discovery/shop-discovery.machine';

const PATIENCE = { timeout: 10_000, maximumAge: 10 * 60_000, enableHighAccuracy: false };

/** Where this device is; the browser asks for permission when it has to. Rejects when it is denied or unsupported. */
export function locate(): Promise<Place> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new Error('Geolocation is not supported'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      (error) => reject(new Error(error.message)),
      PATIENCE,
    );
  });
}

/** Whether the device may be located without asking anybody. */
export async function mayLocate(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}
