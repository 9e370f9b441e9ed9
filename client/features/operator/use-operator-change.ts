import type { OperatorShopView } from '@haat/contract/api/operator.schema';
import type { Toast } from '@haat/machines/problem';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toasts.ts';
import { useRefusalText } from '../../ui/use-refusal-text.ts';
import { OPERATOR_SHOP } from './operator-shops-query.ts';

export type OperatorChange = {
  path?: string;
  method: 'POST' | 'PATCH';
  body: object;
  said: Toast['key'];
  onDone?: () => void;
};

const OWN_TEXTS = { slug_taken: 'operator.slugTaken' } as const;

/** Creates, suspends or resumes a shop; the lists and the shop's own screens are read again. */
export function useOperatorChange() {
  const queries = useQueryClient();
  const textOf = useRefusalText('operator.failed', OWN_TEXTS);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ path = '', method, body }: OperatorChange) =>
      callApi<OperatorShopView>(`/api/operator/shops${path}`, { method, body, like: OPERATOR_SHOP }),
    onSuccess: (_, { said, onDone }) => {
      showToast({ tone: 'success', key: said });
      void queries.invalidateQueries({ queryKey: ['operator'] });
      void queries.invalidateQueries({ queryKey: ['shop'] });
      onDone?.();
    },
  });
  return { change: mutate, isBusy: isPending, problem: textOf(error) };
}
