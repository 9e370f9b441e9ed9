import type { Toast } from '@haat/machines/problem';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TextId } from '../i18n/use-text.ts';
import { showToast } from '../ui/toasts.tsx';
import { type OwnTexts, useRefusalText } from '../ui/use-error-text.ts';

/** `failed` and `own`: the texts of a failure. `outdated`: the queries to reload after a change. Constant. */
type Options = { failed: TextId; own?: OwnTexts; outdated: readonly QueryKey[] };

type Change = {
  request: () => Promise<unknown>;
  /** The text of the toast. */
  successKey: Toast['key'];
  onDone?: () => void;
};

/** Sends a change, shows a toast when it is stored, and loads the lists anew. */
export function useChange({ failed, own, outdated }: Options) {
  const queries = useQueryClient();
  const textOf = useRefusalText(failed, own);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ request }: Change) => request(),
    onSuccess: (_, { successKey, onDone }) => {
      showToast({ tone: 'success', key: successKey });
      for (const queryKey of outdated) void queries.invalidateQueries({ queryKey });
      onDone?.();
    },
  });
  return { change: mutate, isBusy: isPending, problem: textOf(error) };
}
