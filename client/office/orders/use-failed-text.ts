import { reasonOf } from '@haat/contract/reason';
import { serverText } from '../../i18n/language.ts';
import { type TextId, useText } from '../../i18n/use-text.ts';

/** Why a change was not saved; `failed` ends with what the server says, its `body`. */
export function useFailedText(failed: TextId, error: unknown): string | undefined {
  const t = useText();
  return error ? t(failed, { body: serverText(failed, reasonOf(error).text ?? '') }) : undefined;
}
