import type { MemberView } from '@haat/contract/api/members.schema';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';

const MEMBER = { id: 0, email: '', role: 'vendor' } as const;

/** Who works for a shop. */
export const teamQuery = (shopId: number) =>
  queryOptions({
    queryKey: DESK_QUERY_KEYS.team(shopId),
    queryFn: ({ signal }) => callApi<MemberView[]>(`/api/shops/${shopId}/members`, { signal, like: [MEMBER] }),
    staleTime: 0,
  });
