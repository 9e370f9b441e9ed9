import type { ErrorCode } from '@haat/contract/errors';
import { reasonOf } from '@haat/contract/rules/reason';
import { problemOf } from '@haat/machines/problem';
import { useCallback } from 'react';
import type { TextId } from '../i18n/text-id.ts';
import { useText } from '../i18n/use-text.ts';
import { useProblemText } from './use-problem-text.ts';

type Own = Partial<Record<ErrorCode, TextId>>;

/**
 * How a failed change reads: in the words of this screen for the codes that it has some for, else as the server said it,
 * else as `failed`. `own` must be the same object every time.
 */
export function useRefusalText(failed: TextId, own: Own = NONE): (error: unknown) => string | undefined {
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

const NONE: Own = {};
