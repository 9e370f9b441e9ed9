import { distanceMetres } from '@haat/contract/shops/distance';
import { listShops, type ShopCard } from '@haat/contract/shops/shops.calls';
import { type Place, shopDiscoveryMachine } from '@haat/machines/shops/shop-discovery.machine';
import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import { call } from '../../../lib/api.ts';
import { hasLocationPermission, locate } from '../../../lib/browser.ts';
import { near } from '../../../lib/near.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';

/**
 * The shops around the visitor. The browser's question is only put after a tap on a button of ours, unless it was
 * answered before: a page that asks on arrival is refused by habit.
 */
export function useShopDiscovery(isSignedIn: boolean) {
  const [state, send] = useMachine(shopDiscovery);
  const { shops, place, rejection } = state.context;
  const [isGranted, setIsGranted] = useState(false);

  const arrive = useCallback(
    () =>
      hasLocationPermission().then((allowed) => {
        setIsGranted(allowed);
        const last = readDevicePlace();
        if (allowed) send({ type: 'locate' });
        else if (last) send({ type: 'placed', place: last });
      }),
    [send],
  );

  // An address of a logged-in user comes first.
  useEffect(() => {
    if (!isSignedIn) void arrive();
  }, [isSignedIn, arrive]);

  // The user may have allowed it meanwhile, and the device still does not know where it is.
  useEffect(() => {
    if (rejection) void hasLocationPermission().then(setIsGranted);
  }, [rejection]);

  return {
    shops,
    place,
    rejection,
    isGranted,
    isSearching: state.hasTag('busy'),
    findShops: () => send({ type: 'locate' }),
    arrive,
    send,
  };
}

const shopDiscovery = shopDiscoveryMachine.provide({
  actors: {
    locate: fromPromise<Place>(async () => {
      const place = await locate();
      saveDevicePlace(place);
      return place;
    }),
    loadShops: fromPromise<unknown, Place>(({ input, signal }) => call(listShops, { query: near(input), signal })),
  },
});

/** Each with its distance from the place; those without a position come last. */
export function nearestFirst(shops: readonly ShopCard[], { lat, lng }: Place): ShopCard[] {
  const from = { latitude: lat, longitude: lng };
  return shops
    .map(({ latitude, longitude, ...shop }) => {
      if (latitude === undefined || longitude === undefined) return shop;
      return { ...shop, distance_km: distanceMetres(from, { latitude, longitude }) / 1000 };
    })
    .toSorted((one, other) => (one.distance_km ?? Infinity) - (other.distance_km ?? Infinity));
}

/** Where it is stored where this device was located last. */
const DEVICE_PLACE = 'place';

/** Stores where this device was located, to eleven metres. */
function saveDevicePlace({ lat, lng }: Place): void {
  writeStored(DEVICE_PLACE, `${lat.toFixed(4)},${lng.toFixed(4)}`);
}

/** Where this device was located last; undefined if it never was, or something else is stored. */
function readDevicePlace(): Place | undefined {
  const [lat = '', lng = ''] = (readStored(DEVICE_PLACE) ?? '').split(',');
  const place = { lat: Number.parseFloat(lat), lng: Number.parseFloat(lng) };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : undefined;
}
