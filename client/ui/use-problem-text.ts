import type { Problem } from '@haat/machines/problem';
import { useCallback } from 'react';
import type { TextId } from '../i18n/text-id.ts';
import { useText } from '../i18n/use-text.ts';

/** How a problem of a machine reads: as the server worded it, else the text of its key. Spec section 8. */
export function useProblemText(): (problem: Problem | undefined) => string | undefined {
  const t = useText();
  return useCallback((problem) => problem && (problem.reason?.text ?? t(problem.key as TextId)), [t]);
}
