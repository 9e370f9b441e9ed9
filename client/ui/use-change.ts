import type { Endpoint, InputOf, OutputOf } from '@haat/contract/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TextId } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { reload } from '../lib/reload.ts';
import { showToast } from './toasts.tsx';
import { type OwnTexts, useRefusalText } from './use-error-text.ts';

type Input<Entry> = Record<never, never> extends InputOf<Entry> ? InputOf<Entry> | void : InputOf<Entry>;

type Options<Entry extends Endpoint> = {
  /** How a failure reads where the server does not say it. */
  failed: TextId;
  /** The words of this screen for some refusals. Constant. */
  own?: OwnTexts;
  /** The toast of a success. */
  done?: Parameters<typeof showToast>[0]['key'];
  onDone?: (answer: OutputOf<Entry>, input: InputOf<Entry>) => unknown;
  onFailed?: (error: Error) => unknown;
  /** Also after a refusal. */
  onSettled?: () => unknown;
};

/**
 * Sends a change of the contract: shows a toast once it is stored, and reloads what the endpoint declares to change, also after
 * a refusal, since another user may have changed it. `isSending` until that is loaded.
 */
export function useChange<const Entry extends Endpoint>(endpoint: Entry, options: Options<Entry>) {
  const { failed, own, done, onDone, onFailed, onSettled } = options;
  const queries = useQueryClient();
  const textOf = useRefusalText(failed, own);
  const { mutate, mutateAsync, isPending, isSuccess, error, variables, reset } = useMutation<
    OutputOf<Entry>,
    Error,
    Input<Entry>
  >({
    mutationFn: (input) =>
      (call as (endpoint: Entry, input: unknown) => Promise<OutputOf<Entry>>)(endpoint, input ?? {}),
    onSuccess: (answer, input) => {
      if (done) showToast({ tone: 'success', key: done });
      return onDone?.(answer, (input ?? {}) as InputOf<Entry>);
    },
    onError: (error) => onFailed?.(error),
    onSettled: async (_answer, _error, input) => {
      onSettled?.();
      await reload(queries, endpoint.changes ?? [], (input as { params?: Record<string, string> } | undefined)?.params);
    },
  });
  return {
    send: mutate,
    sendAsync: mutateAsync,
    isSending: isPending,
    isSent: isSuccess,
    /** What is being sent, or was sent last. */
    sent: variables,
    error,
    /** Why the last one failed. */
    refusal: textOf(error),
    reset,
  };
}
