import { SHOP_ORDER_PATHS } from '@haat/contract/changes';
import { getStats } from '@haat/contract/money/reports.calls';
import { type Basket, EMPTY_BASKET, isEmpty } from '@haat/machines/orders/basket';
import {
  type Baskets,
  counterSaleMachine,
  type SaleRequest,
  type StoredSale,
} from '@haat/machines/orders/counter-sale.machine';
import { useQueryClient } from '@tanstack/react-query';
import { useActorRef } from '@xstate/react';
import { useEffect, useState } from 'react';
import { type ActorRefFrom, fromPromise, type SnapshotFrom } from 'xstate';
import { parseJson } from '../../lib/api.ts';
import { reload } from '../../lib/reload.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';
import { counterItemsQuery, withoutSold } from './counter-items-query.ts';
import { storeSale } from './store-sale.ts';

export type Counter = ActorRefFrom<typeof counterSaleMachine>;

/** The counter of a shop on this device, the same in all tabs. Baskets and sales being stored survive a reload. */
export function useCounter(shopId: number): Counter {
  const queries = useQueryClient();
  const [machine] = useState(() =>
    counterSaleMachine.provide({
      actors: { store: fromPromise<StoredSale, SaleRequest>(({ input }) => storeSale(shopId, input)) },
    }),
  );
  const [input] = useState(() => storedBaskets(shopId));
  const counter = useActorRef(machine, { input });
  useEffect(() => {
    let isFollowing = false;
    const subscription = counter.subscribe((snapshot) => {
      if (!isFollowing) storeBaskets(shopId, toKeep(snapshot));
    });
    // Another tab has stored its baskets, and perhaps a sale that only that tab may remove.
    const follow = ({ key }: StorageEvent) => {
      if (key !== keyOf(shopId)) return;
      const { basket, parked } = storedBaskets(shopId);
      isFollowing = true;
      counter.send({ type: 'changed.elsewhere', basket, parked });
      isFollowing = false;
    };
    window.addEventListener('storage', follow);
    return () => {
      window.removeEventListener('storage', follow);
      subscription.unsubscribe();
    };
  }, [counter, shopId]);
  useEffect(() => {
    const subscription = counter.on('sold', ({ sold }) => {
      queries.setQueryData(counterItemsQuery(shopId).queryKey, withoutSold(sold.request.basket.lines));
      void reload(queries, [...SHOP_ORDER_PATHS, getStats.path], { shopId });
    });
    return () => subscription.unsubscribe();
  }, [counter, queries, shopId]);
  return counter;
}

const keyOf = (shopId: number) => `counterSale_${shopId}`;

const toKeep = (snapshot: SnapshotFrom<typeof counterSaleMachine>): Baskets => {
  const { basket, parked, request } = snapshot.context;
  return { basket, parked, request, isStoring: snapshot.hasTag('busy') };
};

function storedBaskets(shopId: number): Baskets {
  const { basket, parked, request, isStoring } = (parseJson(readStored(keyOf(shopId)) ?? '') ?? {}) as Partial<Baskets>;
  return {
    basket: isBasket(basket) ? basket : EMPTY_BASKET,
    parked: Array.isArray(parked) ? parked.filter(isBasket) : [],
    ...(typeof request?.key === 'string' && isBasket(request.basket) && { request, isStoring: isStoring === true }),
  };
}

// Stored by this version of the app or by an earlier one.
const isBasket = (value: Partial<Basket> | undefined): value is Basket =>
  Array.isArray(value?.lines) &&
  typeof value.discountPaise === 'number' &&
  value.lines.every(({ item, quantity }) => typeof item?.price === 'number' && typeof quantity === 'number');

function storeBaskets(shopId: number, baskets: Baskets): void {
  if (isEmpty(baskets.basket) && baskets.parked.length === 0 && !baskets.request) removeStored(keyOf(shopId));
  else writeStored(keyOf(shopId), JSON.stringify(baskets));
}
