import { listAllShops, type OperatorShopView } from '@haat/contract/api/operator';
import type { Toast } from '@haat/machines/problem';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';

const PER_PAGE = 50;

/** The shops with the text in their name, slug or address, newest first, in pages. */
export const operatorShopsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorShops, search],
    queryFn: ({ pageParam, signal }) =>
      call(listAllShops, {
        query: { limit: PER_PAGE, search: search || undefined, after: pageParam || undefined },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
    placeholderData: (before) => before,
  });

type OperatorChange = {
  request: () => Promise<OperatorShopView>;
  /** The text of the toast. */
  successKey: Toast['key'];
  onDone?: () => void;
};

const OWN_TEXTS = { slug_taken: 'operator.slugTaken' } as const;

/** Creates, suspends or resumes a shop, and refetches the lists and the shop. */
export function useOperatorChange() {
  const queries = useQueryClient();
  const textOf = useRefusalText('operator.failed', OWN_TEXTS);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ request }: OperatorChange) => request(),
    onSuccess: (_, { successKey, onDone }) => {
      showToast({ tone: 'success', key: successKey });
      void queries.invalidateQueries({ queryKey: ['operator'] });
      void queries.invalidateQueries({ queryKey: ['shop'] });
      onDone?.();
    },
  });
  return { change: mutate, isBusy: isPending, problem: textOf(error) };
}
