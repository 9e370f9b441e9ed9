import type { ShopCard } from '@haat/contract/api/shops.schema';
import { assign, fromPromise, setup } from 'xstate';
import { unprovided } from '../unprovided.ts';

/** Degrees. */
export type Place = { lat: number; lng: number };

/** Why the known shops are shown after a search: no place, no answer, or an answer without shops. */
export type DiscoveryObstacle = 'place' | 'answer' | 'shops';

type Context = {
  shops: readonly ShopCard[];
  place: Place | undefined;
  obstacle: DiscoveryObstacle | undefined;
  mayLocate: boolean;
};

/**
 * Where am I, and which shops are here? Every way of not finding any (no permission, no location, no answer, an answer
 * that is no list) ends in `fallback`, the list of known shops. Spec sections 2, 4 and 8, dashboard.
 */
export const shopDiscoveryMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { mayLocate: boolean },
    events: {} as { type: 'locate' },
    tags: {} as 'busy',
  },
  actors: {
    locate: fromPromise<Place>(unprovided('locate')),
    // What a server answers is only known to be a list once it was looked at.
    loadShops: fromPromise<unknown, Place>(unprovided('loadShops')),
  },
  actions: {
    noteObstacle: assign((_, params: { obstacle: DiscoveryObstacle }) => ({ obstacle: params.obstacle })),
  },
  guards: { isFilledList: (_, { answer }: { answer: unknown }) => Array.isArray(answer) && answer.length > 0 },
}).createMachine({
  id: 'shopDiscovery',
  context: ({ input }) => ({ shops: [], place: undefined, obstacle: undefined, mayLocate: input.mayLocate }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: ({ context }) => context.mayLocate, target: 'locating' }, { target: 'fallback' }] },
    locating: {
      tags: 'busy',
      entry: assign({ obstacle: undefined }),
      invoke: {
        src: 'locate',
        onDone: { target: 'loading', actions: assign({ place: ({ event }) => event.output }) },
        onError: { target: 'fallback', actions: { type: 'noteObstacle', params: { obstacle: 'place' } } },
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
          { target: 'fallback', actions: { type: 'noteObstacle', params: { obstacle: 'shops' } } },
        ],
        onError: { target: 'fallback', actions: { type: 'noteObstacle', params: { obstacle: 'answer' } } },
      },
    },
    found: { on: { locate: 'locating' } },
    fallback: { entry: assign({ shops: [] }), on: { locate: 'locating' } },
  },
});
