import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import type { TextId, TextValues } from './text-id.ts';

export type Text = (id: TextId, values?: TextValues) => string;

/** The texts of the chosen language: `t('landing.visits', { count: 3 })`. */
export function useText(): Text {
  const { i18n } = useLingui();
  return useCallback((id, values) => i18n._(id, values), [i18n]);
}
