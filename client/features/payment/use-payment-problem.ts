import type { Problem } from '@haat/machines/problem';
import { serverText } from '../../i18n/language.ts';
import type { TextId } from '../../i18n/text-id.ts';
import { useProblemText } from '../../ui/use-problem-text.ts';

/** What the server may say of a payment, whatever was asked of it. */
const SAID: readonly TextId[] = ['payment.away', 'payment.notOffered', 'payment.over', 'payment.returned'];

/** Why a payment did not begin, or was not verified, in the language of the screen. Spec section 8. */
export function usePaymentProblem(problem: Problem | undefined): string | undefined {
  const text = useProblemText()(problem);
  if (text === undefined) return undefined;
  return SAID.map((id) => serverText(id, text)).find((ours) => ours !== text) ?? text;
}
