import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { assign, fromPromise, setup } from 'xstate';
import { unprovided } from '../unprovided.ts';

/** Degrees. */
export type Place = { lat: number; lng: number };

/** Why no shops nearby are shown after a search: no location, no response, or there are none. */
export type DiscoveryRejection = 'place' | 'answer' | 'shops';

type Context = {
  shops: readonly ShopCard[];
  place: Place | undefined;
  rejection: DiscoveryRejection | undefined;
};

export type DiscoveryEvent = { type: 'locate' } | { type: 'placed'; place: Place };

/**
 * Loads the shops around a place that is known, or around the device once it is located. Every failure (no permission, no
 * location, no response, a response that is not a list) ends in `fallback`: the shops are listed without a location. Shops that
 * were found before stay when the device cannot be located.
 */
export const shopDiscoveryMachine = setup({
  types: {
    context: {} as Context,
    events: {} as DiscoveryEvent,
    tags: {} as 'busy',
  },
  actors: {
    locate: fromPromise<Place>(unprovided('locate')),
    // The response is checked to be a list before it is used.
    loadShops: fromPromise<unknown, Place>(unprovided('loadShops')),
  },
  actions: {
    setRejection: assign((_, params: { rejection: DiscoveryRejection }) => ({ rejection: params.rejection })),
  },
  guards: { isFilledList: (_, { answer }: { answer: unknown }) => Array.isArray(answer) && answer.length > 0 },
}).createMachine({
  id: 'shopDiscovery',
  context: { shops: [], place: undefined, rejection: undefined },
  initial: 'fallback',
  // The last choice counts, also while another place is looked up.
  on: {
    locate: '.locating',
    placed: { target: '.loading', actions: assign(({ event }) => ({ place: event.place, rejection: undefined })) },
  },
  states: {
    locating: {
      tags: 'busy',
      entry: assign({ rejection: undefined }),
      invoke: {
        src: 'locate',
        onDone: { target: 'loading', actions: assign({ place: ({ event }) => event.output }) },
        onError: [
          {
            guard: ({ context }) => context.shops.length > 0,
            target: 'found',
            actions: { type: 'setRejection', params: { rejection: 'place' } },
          },
          { target: 'fallback', actions: { type: 'setRejection', params: { rejection: 'place' } } },
        ],
      },
    },
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadShops',
        input: ({ context }) => context.place ?? { lat: 0, lng: 0 },
        onDone: [
          {
            guard: { type: 'isFilledList', params: ({ event }) => ({ answer: event.output }) },
            target: 'found',
            actions: assign({ shops: ({ event }) => event.output as ShopCard[] }),
          },
          { target: 'fallback', actions: { type: 'setRejection', params: { rejection: 'shops' } } },
        ],
        onError: { target: 'fallback', actions: { type: 'setRejection', params: { rejection: 'answer' } } },
      },
    },
    found: {},
    fallback: { entry: assign({ shops: [] }) },
  },
});
