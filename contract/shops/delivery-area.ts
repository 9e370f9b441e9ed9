import { distanceMetres, type Point } from './distance.ts';

/** `accuracyMetres`: how far the address may be from the point; 0 for a location that the customer set. */
export type Place = Point & { accuracyMetres: number };

/** A shop's place and how far it delivers. */
export type DeliveryArea = { latitude: number | null; longitude: number | null; reachMetres: number };

/**
 * The accuracy of the place of a PIN code, in metres: an address is up to 3 km from the middle of its post offices, in the
 * country up to 25 km. A shop delivers as far as its reach and this together, so that an address within reach is never refused
 * because of its PIN code. The location that a customer sets is exact.
 */
export const PIN_ACCURACY = { least: 3000, most: 25_000 } as const;

/** How far a location may be from the place of its PIN code, in metres beyond its accuracy; some places are that wrong. */
export const MAX_DISTANCE_FROM_PIN = 30_000;

/** `unknown`: the address has no place. A shop without a place delivers everywhere. */
export type DeliveryVerdict = 'delivers' | 'tooFar' | 'unknown';

/** Whether the shop delivers to the place. The statement that places an order decides in SQL, see `getWithinReach`. */
export function checkDelivery(shop: DeliveryArea, place: Place | undefined): DeliveryVerdict {
  const { latitude, longitude, reachMetres } = shop;
  if (latitude === null || longitude === null) return 'delivers';
  if (!place) return 'unknown';
  return distanceMetres({ latitude, longitude }, place) - place.accuracyMetres <= reachMetres ? 'delivers' : 'tooFar';
}

/** The place of an address or a PIN code as the API has it; undefined for an address without one. */
export function toPlace(view: {
  latitude: number | null;
  longitude: number | null;
  accuracy_metres: number | null;
}): Place | undefined {
  const { latitude, longitude, accuracy_metres: accuracyMetres } = view;
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number' && typeof accuracyMetres === 'number';
  return isPlaced ? { latitude, longitude, accuracyMetres } : undefined;
}

/** The delivery area of a shop as the API has it. Responses that a browser stored earlier lack the place. */
export function toDeliveryArea(shop: {
  latitude?: number | null;
  longitude?: number | null;
  reach_km?: number;
}): DeliveryArea {
  const { latitude = null, longitude = null, reach_km: reach = 0 } = shop;
  return { latitude, longitude, reachMetres: reach * 1000 };
}

/** Whether a location can belong to an address with the PIN code of that place. */
export function isNearPin(location: Point, pin: Place): boolean {
  return distanceMetres(location, pin) <= pin.accuracyMetres + MAX_DISTANCE_FROM_PIN;
}

/** The error text of an address that the shop does not deliver to. */
export function outOfAreaMessage(shopName: string, verdict: 'tooFar' | 'unknown'): string {
  return verdict === 'tooFar'
    ? `${shopName} does not deliver this far. Choose takeaway, or another address.`
    : `${shopName} cannot see where this address is. Set its location, or choose takeaway.`;
}
