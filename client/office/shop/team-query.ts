import { listMembers } from '@haat/contract/accounts/team.calls';
import type { Toast } from '@haat/machines/problem';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';

/** The members of a shop. */
export const teamQuery = (shopId: number) =>
  queryOptions({
    queryKey: BACK_OFFICE_QUERY_KEYS.team(shopId),
    queryFn: ({ signal }) => call(listMembers, { params: { shopId }, signal }),
    staleTime: 0,
  });

type TeamChange = { request: () => Promise<unknown>; successKey: Toast['key']; onDone?: () => void };

const OWN_TEXTS = { last_admin: 'team.lastAdmin', already_member: 'team.alreadyMember' } as const;

/** Changes the team, and refetches it whatever the outcome. */
export function useTeamChange(shopId: number) {
  const queries = useQueryClient();
  const textOf = useRefusalText('team.failed', OWN_TEXTS);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ request }: TeamChange) => request(),
    onSuccess: (_, { successKey, onDone }) => {
      showToast({ tone: 'success', key: successKey });
      onDone?.();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.team(shopId) }),
  });
  return { change: mutate, isBusy: isPending, problem: textOf(error) };
}
