import type { ShopCard } from '@haat/contract/shops/shops.calls';
import type { DiscoveryRejection, Place } from '@haat/machines/shops/shop-discovery.machine';
import { DeferredActor } from '../../../lib/deferred-actor.ts';

/** The shops around the visitor. `rejection`: why there are none after a search. */
export type DiscoveryState = {
  shops: readonly ShopCard[];
  place: Place | undefined;
  rejection: DiscoveryRejection | undefined;
  isSearching: boolean;
  /** Where no shop serves the place: the shops with their distance from it, the nearest first. */
  arrange?: ((shops: readonly ShopCard[]) => ShopCard[]) | undefined;
};

/** `recalled`: goes on from where this device was last. */
export type DiscoveryEvent = { type: 'locate' } | { type: 'placed'; place: Place } | { type: 'recalled' };

/** Where it is stored where this device was located last. */
export const DEVICE_PLACE = 'place';

const START: DiscoveryState = { shops: [], place: undefined, rejection: undefined, isSearching: false };

/** The search for the shops nearby. */
export const createDiscoveryActor = () =>
  new DeferredActor<DiscoveryState, DiscoveryEvent>({
    name: 'discovery',
    state: START,
    load: async () => (await import('./discovery-machine.ts')).startDiscovery,
    next: (state) => ({ ...state, isSearching: true, rejection: undefined }),
    needsMachine: () => true,
  });
