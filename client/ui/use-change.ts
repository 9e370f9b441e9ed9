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
  /** Also after a refusal. */
  onSettled?: () => unknown;
  /** `text`: how the failure reads. */
  onFailed?: (error: Error, text: string) => unknown;
};

/**
 * Sends a change of the contract: shows a toast once it is stored, and reloads what the endpoint declares to change, also after
 * a refusal, since another user may have changed it. `isSending` until what a success changed is loaded.
 */
export function useChange<const Entry extends Endpoint>(endpoint: Entry, options: Options<Entry>) {
  const { failed, own, done, onDone, onSettled, onFailed } = options;
  const queries = useQueryClient();
  const textOf = useRefusalText(failed, own);
  const { mutate, mutateAsync, isPending, isSuccess, error, variables, reset } = useMutation<
    OutputOf<Entry>,
    Error,
    Input<Entry>
  >({
    mutationFn: (input) =>
      (call as (endpoint: Entry, input: unknown) => Promise<OutputOf<Entry>>)(endpoint, input ?? {}),
    onError: (error) => onFailed?.(error, textOf(error) ?? ''),
    onSuccess: (answer, input) => {
      if (done) showToast({ tone: 'success', key: done });
      return onDone?.(answer, (input ?? {}) as InputOf<Entry>);
    },
    onSettled: (_answer, refusal, input) => {
      onSettled?.();
      const { params } = (input ?? {}) as { params?: Record<string, string> };
      const reloaded = reload(queries, endpoint.changes ?? [], params);
      // Why it was refused is said without waiting for that.
      return refusal ? undefined : reloaded;
    },
  });
  return {
    send: mutate,
    sendAsync: mutateAsync,
    isSending: isPending,
    isSent: isSuccess,
    /** The input of the current or the last request. */
    sent: variables,
    error,
    /** Why the last one failed. */
    refusal: textOf(error),
    reset,
  };
}
