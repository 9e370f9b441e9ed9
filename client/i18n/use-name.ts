import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import { translateName } from './catalogue-names.ts';
import { namesIn } from './language.ts';

/**
 * The names of the shared catalogue (categories, units, sizes, colours, menu items) in the chosen language. They are keyed by
 * their English ones and not sent by the server: carts and orders keep names as text, so old orders read right, too.
 */
export function useName(): (name: string) => string {
  const { i18n } = useLingui();
  const { locale } = i18n;
  return useCallback((name) => translateName(name, namesIn(locale)), [locale]);
}
