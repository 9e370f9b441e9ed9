import type { MemberView } from '@haat/contract/api/members.schema';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';

const MEMBER = { id: 0, email: '', role: 'vendor' } as const;

/** Who works for a shop. */
export const teamQuery = (shopId: number) =>
  queryOptions({
    queryKey: QUERY_KEYS.team(shopId),
    queryFn: ({ signal }) => callApi<MemberView[]>(`/api/shops/${shopId}/members`, { signal, like: [MEMBER] }),
    staleTime: 0,
  });
