import type { PushPreferences } from '@haat/contract/api/push.schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';

const PATH = '/api/users/push-preferences';
const LIKE = { new_orders: true, order_status: true, refunds: true };

/** What the user wants to be told. A choice shows at once; one that could not be saved stays, and can be sent again. */
export function usePushPreferences(userId: number) {
  const queries = useQueryClient();
  const queryKey = [...QUERY_KEYS.notifications, 'preferences', userId];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi<PushPreferences>(PATH, { signal, like: LIKE }),
  });
  const saving = useMutation({
    // One after the other: what was chosen last is saved last.
    scope: { id: 'push-preferences' },
    mutationFn: (body: PushPreferences) => callApi<PushPreferences>(PATH, { method: 'PUT', body, like: LIKE }),
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
  });
  const chosen = saving.isPending || saving.isError ? saving.variables : undefined;
  const preferences = chosen ?? data;
  return {
    preferences,
    hasFailed: saving.isError || (isError && !data),
    choose: (change: Partial<PushPreferences>) => {
      if (preferences) saving.mutate({ ...preferences, ...change });
    },
    saveAgain: () => {
      if (preferences) saving.mutate(preferences);
    },
    loadAgain: () => void refetch(),
  };
}
