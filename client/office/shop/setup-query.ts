import { changeSetupStep, closeSetup, getSetup } from '@haat/contract/shops/setup.calls';
import type { SetupState, SetupStep } from '@haat/contract/shops/setup-steps';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { useRefusalText } from '../../ui/use-error-text.ts';

/** Read again with every visit: settings, products and orders determine which steps are done. */
const setupQuery = (shopId: number) =>
  queryOptions({
    queryKey: BACK_OFFICE_QUERY_KEYS.setup(shopId),
    queryFn: ({ signal }) => call(getSetup, { params: { shopId }, signal }),
    staleTime: 0,
  });

/** The first steps of the shop. */
export const useSetup = (shopId: number | undefined) =>
  useQuery({ ...setupQuery(shopId ?? 0), enabled: shopId !== undefined });

type Change = { step: SetupStep; state: SetupState } | 'close';

/** Skips a step, takes that back, or closes the list. */
export function useChangeSetup(shopId: number) {
  const queries = useQueryClient();
  const textOf = useRefusalText('setup.changeFailed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (change: Change) =>
      change === 'close'
        ? call(closeSetup, { params: { shopId } })
        : call(changeSetupStep, { params: { shopId, step: change.step }, body: { state: change.state } }),
    onSuccess: (setup) => queries.setQueryData(setupQuery(shopId).queryKey, setup),
  });
  return { change: mutate, isBusy: isPending, problem: textOf(error) };
}
