import {
  addFavouriteProduct,
  addFavouriteShop,
  removeFavouriteProduct,
  removeFavouriteShop,
} from '@haat/contract/shops/favourites.calls';
import { reasonOf } from '@haat/contract/reason';
import { isShopSlug } from '@haat/contract/shops/shop';
import type { QueryClient } from '@tanstack/react-query';
import { textOf } from '../../i18n/language.ts';
import { call } from '../../lib/api.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { showText } from '../../ui/toasts.tsx';
import { type Favourite, favouritesQuery } from './favourites-query.ts';
import { readRequestedFavourite, storeRequestedFavourite } from './requested-favourite.ts';

const CALLS = {
  shops: { add: addFavouriteShop, remove: removeFavouriteShop },
  products: { add: addFavouriteProduct, remove: removeFavouriteProduct },
};

let last: Promise<void> = Promise.resolve();

/** Adds or removes a favourite, on the screen immediately. Failed changes are reverted. Changes are sent one by one. */
export function setFavourite(queries: QueryClient, favourite: Favourite, isOn: boolean): void {
  showFavourite(queries, favourite, isOn);
  last = last.then(() => send(queries, favourite, isOn));
}

async function send(queries: QueryClient, favourite: Favourite, isOn: boolean): Promise<void> {
  const { kind, id } = favourite;
  try {
    await call(CALLS[kind][isOn ? 'add' : 'remove'], { params: { id } });
    showFavourite(queries, favourite, isOn);
    // A list on the screen keeps the removed item, so that one more tap brings it back.
    void queries.invalidateQueries({ queryKey: [`/api/favourites/${kind}`], refetchType: 'none' });
    const { queryKey } = favouritesQuery;
    // A response in flight may be older than the change.
    if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey });
  } catch (error) {
    showFavourite(queries, favourite, !isOn);
    showFailure(error);
  }
}

function showFavourite(queries: QueryClient, { kind, id }: Favourite, isOn: boolean): void {
  const change = (ids: readonly number[]) => [...ids.filter((each) => each !== id), ...(isOn ? [id] : [])];
  queries.setQueryData(favouritesQuery.queryKey, (known) => {
    if (!known) return known;
    return kind === 'shops'
      ? { ...known, shop_ids: change(known.shop_ids) }
      : { ...known, product_ids: change(known.product_ids) };
  });
}

function showFailure(error: unknown): void {
  const isFull = reasonOf(error).code === 'favourites_limit_reached';
  void showText('error', textOf(isFull ? 'favourites.limit' : 'favourites.failed'));
}

/** Leads a guest to the login and from there back to this screen, where the favourite is added. */
export function requestFavourite(favourite: Favourite): void {
  const path = location.hash.slice(1);
  const slug = path.split('/')[1];
  storeRequestedFavourite({ ...favourite, path });
  location.hash = `/${isShopSlug(slug) ? slug : MAIN_SHOP_SLUG}/login?redirect=${encodeURIComponent(path)}`;
}

/** Adds the favourite that was asked for before the login. Without a connection it stays for the next time. */
export async function addRequestedFavourite(): Promise<void> {
  const request = readRequestedFavourite();
  if (!request) return;
  storeRequestedFavourite(undefined);
  try {
    await call(CALLS[request.kind].add, { params: { id: request.id } });
    void showText('success', textOf('favourites.added'));
  } catch (error) {
    if (reasonOf(error).code === 'network') storeRequestedFavourite(request);
    showFailure(error);
  }
}
