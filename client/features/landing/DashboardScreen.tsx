import { Fragment, useEffect, useMemo } from 'react';
import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import { listShops } from '@haat/contract/api/shops';
import { type Place, shopDiscoveryMachine } from '@haat/machines/discovery/shop-discovery.machine';
import { carouselShops, gridShops } from './shop-list.ts';
import { ShopCarousel } from './ShopCarousel.tsx';
import { ShopGrid } from './ShopGrid.tsx';
import { Welcome } from './Welcome.tsx';
import { call } from '../../lib/api.ts';
import { locate, hasLocationPermission } from '../../lib/browser.ts';
import styles from '../../ui/Page.module.css';

/** The landing page. Its top is drawn by `FirstView` before the app has loaded. */
export function DashboardScreen() {
  const { shops, place, ...discovery } = useShopDiscovery();
  const listed = useMemo(() => carouselShops(shops), [shops]);
  const all = useMemo(() => gridShops(shops), [shops]);

  return (
    <div className={styles.page}>
      <Welcome {...discovery} />
      {/* Shops that were found replace the known ones: moving those to new places would be a jump on the screen. */}
      <Fragment key={discovery.isFound ? 'found' : 'known'}>
        <ShopCarousel shops={listed} />
        <ShopGrid shops={all} place={place} />
      </Fragment>
    </div>
  );
}

const machine = shopDiscoveryMachine.provide({
  actors: {
    locate: fromPromise<Place>(locate),
    loadShops: fromPromise<unknown, Place>(({ input, signal }) => call(listShops, { query: nearby(input), signal })),
  },
});

/**
 * The shops around the visitor. The browser's question is only put after a tap on a button of ours, unless it was
 * answered before: a page that asks on arrival is refused by habit.
 */
export function useShopDiscovery() {
  const [state, send] = useMachine(machine, { input: { hasLocationPermission: false } });

  useEffect(() => {
    let isHere = true;
    void hasLocationPermission().then((allowed) => {
      if (allowed && isHere) send({ type: 'locate' });
    });
    return () => {
      isHere = false;
    };
  }, [send]);

  return {
    shops: state.context.shops,
    place: state.context.place,
    rejection: state.context.rejection,
    isFound: state.matches('found'),
    isSearching: state.hasTag('busy'),
    findShops: () => send({ type: 'locate' }),
  };
}

// Four decimals are eleven metres: enough to find a shop, and the same address serves the whole street from a cache.
const nearby = ({ lat, lng }: Place) => ({ lat: lat.toFixed(4), lng: lng.toFixed(4) });
