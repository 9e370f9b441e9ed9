import { useCallback } from 'react';
import type { ErrorCode } from '@haat/contract/errors';
import { reasonOf } from '@haat/contract/reason';
import { type Problem, problemOf } from '@haat/machines/problem';
import { type TextId, useText } from '../i18n/use-text.ts';
import { serverText } from '../i18n/language.ts';

export type OwnTexts = Partial<Record<ErrorCode, TextId>>;

/**
 * How a failed change reads: in the words of this screen for the codes that it has some for, else as the server said it,
 * else as `failed`. `own` must be the same object every time.
 */
export function useRefusalText(failed: TextId, own: OwnTexts = NONE): (error: unknown) => string | undefined {
  const t = useText();
  const problemText = useProblemText();
  return useCallback(
    (error) => {
      if (!error) return undefined;
      const { code } = reasonOf(error);
      const words = code === 'network' ? undefined : own[code];
      return words ? t(words) : problemText(problemOf(error, failed, 'login.networkError'));
    },
    [t, problemText, failed, own],
  );
}

const NONE: OwnTexts = {};

/** The text of a machine's error: the server's message, else the text of its key. */
export function useProblemText(): (problem: Problem | undefined) => string | undefined {
  const t = useText();
  return useCallback(
    (problem) => {
      if (!problem) return undefined;
      const { key, reason } = problem;
      return reason?.text === undefined ? t(key) : serverText(key, reason.text);
    },
    [t],
  );
}
