import { i18n } from '@lingui/core';
import { messages } from 'virtual:catalogue/en';
import type { TextId, TextValues } from './text-id.ts';

/** Shows the texts of the only language there is so far. */
export function activateLanguage(): void {
  i18n.loadAndActivate({ locale: 'en', messages });
}

/** A text outside of React; inside, `useText` follows a change of language. */
export function textOf(id: TextId, values?: TextValues): string {
  return i18n._(id, values);
}
