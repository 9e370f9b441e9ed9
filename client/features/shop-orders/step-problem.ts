import type { Problem } from '@haat/machines/problem';
import type { TextId } from '../../i18n/text-id.ts';
import { useText, type Text } from '../../i18n/use-text.ts';

/** Why a step was not made, in the words of spec section 8; a refusal with what the server said. */
export function stepProblemText(t: Text, { key, reason }: Problem): string {
  return t(key as TextId, { body: reason?.text ?? reason?.code ?? '' });
}

export function useStepProblem(problem: Problem | undefined): string | undefined {
  const t = useText();
  return problem && stepProblemText(t, problem);
}
