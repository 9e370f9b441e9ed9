import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import type english from './en.json';

export type Text = (id: TextId, values?: TextValues) => string;

/** The texts of the chosen language: `t('landing.visits', { count: 3 })`. */
export function useText(): Text {
  const { i18n } = useLingui();
  return useCallback((id, values) => i18n._(id, values), [i18n]);
}

/** Every text of the screens; a text that `en.json` lacks does not compile. */
export type TextId = keyof typeof english;

export type TextValues = Record<string, string | number>;

declare module '@haat/machines/problem' {
  interface KnownTexts extends Record<TextId, true> {}
}
