import type { Place } from '@haat/machines/shops/shop-discovery.machine';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { DEVICE_PLACE } from './discovery-actor.ts';

/** Stores where this device was located, to eleven metres. */
export function saveDevicePlace({ lat, lng }: Place): void {
  writeStored(DEVICE_PLACE, `${lat.toFixed(4)},${lng.toFixed(4)}`);
}

/** Where this device was located last; undefined if it never was, or something else is stored. */
export function readDevicePlace(): Place | undefined {
  const [lat = '', lng = ''] = (readStored(DEVICE_PLACE) ?? '').split(',');
  const place = { lat: Number.parseFloat(lat), lng: Number.parseFloat(lng) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : undefined;
}
