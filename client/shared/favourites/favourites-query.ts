import { type FavouritesView, listFavourites } from '@haat/contract/shops/favourites.calls';
import { useQuery } from '@tanstack/react-query';
import { withPageTexts } from '../../i18n/language.ts';
import { call } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';
import { isSignedIn } from '../session/session-actor.ts';
import { SessionContext } from '../session/SessionProvider.tsx';
import { readRequestedFavourite } from './requested-favourite.ts';

/** A shop or a product that is, or is to be, a favourite. */
export type Favourite = { kind: 'shops' | 'products'; id: number };

/** The ids of a kind in the list of favourites. */
const idsOf = (favourites: FavouritesView, kind: Favourite['kind']) =>
  kind === 'shops' ? favourites.shop_ids : favourites.product_ids;

/** The ids of the user's favourites. A favourite that was asked for before the login is added first. */
export const favouritesQuery = {
  ...callQuery(listFavourites, {}, { staleTime: 5 * 60_000 }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    if (readRequestedFavourite()) await (await loadChanges()).addRequestedFavourite();
    return call(listFavourites, { signal });
  },
};

/** Fetches the code that changes favourites, with its texts. */
export const loadChanges = () => withPageTexts(import('./toggle-favourite.ts'));

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
