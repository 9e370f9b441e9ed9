import { listShops, type ShopCard } from '@haat/contract/shops/shops.calls';
import { distanceMetres } from '@haat/contract/shops/delivery-area';
import { type Place, shopDiscoveryMachine } from '@haat/machines/shops/shop-discovery.machine';
import { createActor, fromPromise } from 'xstate';
import { call } from '../../../lib/api.ts';
import { locate } from '../../../lib/browser.ts';
import type { StartMachine } from '../../../lib/deferred-actor.ts';
import { near } from '../../../lib/near.ts';
import { type DiscoveryEvent, type DiscoveryState, DEVICE_PLACE } from './discovery-actor.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';

/** Starts without a search: the first event asks for it. */
export const startDiscovery: StartMachine<DiscoveryState, DiscoveryEvent> = (_, { onState }) => {
  const actor = createActor(machine, { input: { hasLocationPermission: false } });
  const report = () => {
    const snapshot = actor.getSnapshot();
    const { shops, place, rejection } = snapshot.context;
    const arrange = place && rejection === 'shops' ? (all: readonly ShopCard[]) => nearestFirst(all, place) : undefined;
    onState({ shops, place, rejection, isSearching: snapshot.hasTag('busy'), arrange });
  };
  actor.subscribe(report);
  actor.start();
  const recall = () => {
    const place = readDevicePlace();
    if (place) actor.send({ type: 'placed', place });
    else report();
  };
  return {
    send: (event) => (event.type === 'recalled' ? recall() : actor.send(event)),
    stop: () => void actor.stop(),
  };
};

const machine = shopDiscoveryMachine.provide({
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
function nearestFirst(shops: readonly ShopCard[], { lat, lng }: Place): ShopCard[] {
  const from = { latitude: lat, longitude: lng };
  return shops
    .map(({ latitude, longitude, ...shop }) => {
      if (latitude === undefined || longitude === undefined) return shop;
      return { ...shop, distance_km: distanceMetres(from, { latitude, longitude }) / 1000 };
    })
    .toSorted((one, other) => (one.distance_km ?? Infinity) - (other.distance_km ?? Infinity));
}

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
