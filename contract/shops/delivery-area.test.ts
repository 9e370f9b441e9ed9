import { describe, expect, it } from 'vitest';
import { checkDelivery, isNearPin, outOfAreaMessage, PIN_ACCURACY, toDeliveryArea, toPlace } from './delivery-area.ts';
import { distanceMetres } from './distance.ts';

const JAYANAGAR = { latitude: 12.925, longitude: 77.593 };
const DELHI = { latitude: 28.623, longitude: 77.213 };
const shop = { ...JAYANAGAR, reachMetres: 5000 };

/** So many metres north of the shop. */
const north = (metres: number) => ({ ...JAYANAGAR, latitude: JAYANAGAR.latitude + metres / 111_320 });

describe('the distance', () => {
  it('from Bengaluru to New Delhi is about 1,750 km', () => {
    expect(distanceMetres(JAYANAGAR, DELHI) / 1000).toBeCloseTo(1748, -1);
    expect(distanceMetres(DELHI, JAYANAGAR)).toBeCloseTo(distanceMetres(JAYANAGAR, DELHI));
  });

  it('is exact for neighbours', () => {
    expect(distanceMetres(JAYANAGAR, JAYANAGAR)).toBe(0);
    expect(Math.abs(distanceMetres(JAYANAGAR, north(1000)) - 1000)).toBeLessThan(1);
  });
});

describe('a shop', () => {
  it('delivers to a location within its reach, and not beyond', () => {
    expect(checkDelivery(shop, { ...north(4990), accuracyMetres: 0 })).toBe('delivers');
    expect(checkDelivery(shop, { ...north(5010), accuracyMetres: 0 })).toBe('tooFar');
    expect(checkDelivery(shop, { ...DELHI, accuracyMetres: PIN_ACCURACY.most })).toBe('tooFar');
  });

  it('delivers to a PIN code that may lie within its reach', () => {
    const { least: accuracyMetres } = PIN_ACCURACY;
    expect(checkDelivery(shop, { ...north(5000 + accuracyMetres - 10), accuracyMetres })).toBe('delivers');
    expect(checkDelivery(shop, { ...north(5000 + accuracyMetres + 10), accuracyMetres })).toBe('tooFar');
  });

  it('delivers to no address without a place', () => expect(checkDelivery(shop, undefined)).toBe('unknown'));

  it.each([{ latitude: null }, { longitude: null }])('without a place delivers everywhere: %j', (missing) => {
    expect(checkDelivery({ ...shop, ...missing }, { ...DELHI, accuracyMetres: 0 })).toBe('delivers');
    expect(checkDelivery({ ...shop, ...missing }, undefined)).toBe('delivers');
  });
});

it('reads shops and addresses as the API has them', () => {
  expect(toDeliveryArea({ ...JAYANAGAR, reach_km: 2.5 })).toEqual({ ...JAYANAGAR, reachMetres: 2500 });
  expect(checkDelivery(toDeliveryArea({}), undefined)).toBe('delivers');
  expect(toPlace({ ...DELHI, accuracy_metres: 0 })).toEqual({ ...DELHI, accuracyMetres: 0 });
  expect(toPlace({ latitude: null, longitude: null, accuracy_metres: null })).toBeUndefined();
});

it('accepts a location that can belong to the PIN code', () => {
  const pin = { ...JAYANAGAR, accuracyMetres: 3000 };
  expect(isNearPin(north(32_000), pin)).toBe(true);
  expect(isNearPin(north(34_000), pin)).toBe(false);
});

it('names the shop and offers takeaway', () => {
  expect(outOfAreaMessage('Malnad Dairy', 'tooFar')).toBe(
    'Malnad Dairy does not deliver this far. Choose takeaway, or another address.',
  );
  expect(outOfAreaMessage('Malnad Dairy', 'unknown')).toContain('Set its location');
});
