import { listOwnShops } from '@haat/contract/accounts/auth.calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { useSession } from './SessionProvider.tsx';

const REREAD_MS = 5 * 60_000;

const ownShopsQuery = (userId: number | undefined) =>
  queryOptions({
    queryKey: [...QUERY_KEYS.ownShops, userId],
    queryFn: ({ signal }) => call(listOwnShops, { signal }),
    enabled: userId !== undefined,
    staleTime: REREAD_MS,
  });

/** The shops whose member this user is. */
export const useOwnShops = () => useQuery(ownShopsQuery(useSession().userId));
