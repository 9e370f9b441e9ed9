import type { ShopCard } from '@haat/contract/api/shops.schema';
import { shopDiscoveryMachine, type Place } from '@haat/machines/discovery/shop-discovery.machine';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { fromPromise } from 'xstate';
import { locate, mayLocate } from '../../lib/locate.ts';
import { readPublic } from '../../lib/read-public.ts';

const CARD = { slug: '' };

const machine = shopDiscoveryMachine.provide({
  actors: {
    locate: fromPromise<Place>(locate),
    loadShops: fromPromise<unknown, Place>(({ input, signal }) =>
      readPublic<ShopCard[]>(nearbyPath(input), { signal, like: [CARD] }),
    ),
  },
});

/**
 * The shops around the visitor. The browser's question is only put after a tap on a button of ours, unless it was
 * answered before: a page that asks on arrival is refused by habit.
 */
export function useShopDiscovery() {
  const [state, send] = useMachine(machine, { input: { mayLocate: false } });

  useEffect(() => {
    let isHere = true;
    void mayLocate().then((allowed) => {
      if (allowed && isHere) send({ type: 'locate' });
    });
    return () => {
      isHere = false;
    };
  }, [send]);

  return {
    shops: state.context.shops,
    obstacle: state.context.obstacle,
    isFound: state.matches('found'),
    isSearching: state.hasTag('busy'),
    findShops: () => send({ type: 'locate' }),
  };
}

// Four decimals are eleven metres: enough to find a shop, and the same address serves the whole street from a cache.
function nearbyPath({ lat, lng }: Place): string {
  return `/api/shops?lat=${lat.toFixed(4)}&lng=${lng.toFixed(4)}`;
}
