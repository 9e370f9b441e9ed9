import type { Problem } from '@haat/machines/problem';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';

/** Why a step was not made, in the words of spec section 8; a refusal with what the server said. */
export function useStepProblem(problem: Problem | undefined): string | undefined {
  const t = useText();
  if (!problem) return undefined;
  const { key, reason } = problem;
  return t(key as TextId, { body: reason?.text ?? reason?.code ?? '' });
}
