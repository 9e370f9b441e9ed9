import type { Problem } from '@haat/machines/problem';
import { useCallback } from 'react';
import { serverText } from '../i18n/language.ts';
import type { TextId } from '../i18n/text-id.ts';
import { useText } from '../i18n/use-text.ts';

/** How a problem of a machine reads: as the server worded it, else the text of its key. Spec section 8. */
export function useProblemText(): (problem: Problem | undefined) => string | undefined {
  const t = useText();
  return useCallback(
    (problem) => {
      if (!problem) return undefined;
      const { reason } = problem;
      const key = problem.key as TextId;
      return reason?.text === undefined ? t(key) : serverText(key, reason.text);
    },
    [t],
  );
}
