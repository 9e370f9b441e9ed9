import type { Toast } from '@haat/machines/problem';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';
import type { Call } from '../../lib/send-request.ts';
import { showToast } from '../../lib/toasts.ts';
import { useRefusalText } from '../../ui/use-refusal-text.ts';

export type TeamChange = { path?: string; call: Call; said: Toast['key']; onDone?: () => void };

const OWN_TEXTS = { last_admin: 'team.lastAdmin', already_member: 'team.alreadyMember' } as const;

/** One change of the team at a time; the list is read again whatever came of it. */
export function useTeamChange(shopId: number) {
  const queries = useQueryClient();
  const textOf = useRefusalText('team.failed', OWN_TEXTS);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ path = '', call }: TeamChange) => callApi(`/api/shops/${shopId}/members${path}`, call),
    onSuccess: (_, { said, onDone }) => {
      showToast({ tone: 'success', key: said });
      onDone?.();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: DESK_QUERY_KEYS.team(shopId) }),
  });
  return { change: mutate, isBusy: isPending, problem: textOf(error) };
}
