import { type FavouritesView, listFavourites, listFavouriteShops } from '@haat/contract/shops/favourites.calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { withPageTexts } from '../../i18n/language.ts';
import { call } from '../../lib/api.ts';
import { isSignedIn } from '../session/session-actor.ts';
import { SessionContext } from '../session/SessionProvider.tsx';
import { readRequestedFavourite } from './requested-favourite.ts';

/** A shop or a product that is, or is to be, a favourite. */
export type Favourite = { kind: 'shops' | 'products'; id: number };

/** The ids of a kind in the list of favourites. */
const idsOf = (favourites: FavouritesView, kind: Favourite['kind']) =>
  kind === 'shops' ? favourites.shop_ids : favourites.product_ids;

/** The ids of the user's favourites. A favourite that was asked for before the login is added first. */
export const favouritesQuery = queryOptions({
  queryKey: ['account', 'favourites', 'ids'],
  queryFn: async ({ signal }) => {
    if (readRequestedFavourite()) await (await loadChanges()).addRequestedFavourite();
    return call(listFavourites, { signal });
  },
  staleTime: 5 * 60_000,
});

/** Fetches the code that changes favourites, with its texts. */
export const loadChanges = () => withPageTexts(import('./toggle-favourite.ts'));

/** The key of the favourites of a kind with all that is shown of them. */
export const favouriteListKey = (kind: Favourite['kind']) => ['account', 'favourites', kind];

/** The favourite shops with their present state. */
export const favouriteShopsQuery = queryOptions({
  queryKey: favouriteListKey('shops'),
  queryFn: ({ signal }) => call(listFavouriteShops, { signal }),
});

/** Whether the logged-in user has this favourite. */
export function useIsFavourite({ kind, id }: Favourite): boolean {
  const { data } = useQuery({
    ...favouritesQuery,
    select: (favourites) => idsOf(favourites, kind).includes(id),
  });
  return data ?? false;
}

/** Unlike `useSession`, it reads nothing else of the session: a catalog asks this once per card. */
export const useIsSignedIn = () => SessionContext.useSelector(isSignedIn);
