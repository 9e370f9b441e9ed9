import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import { namesIn, productNamesIn } from './language.ts';
import { translateName } from './translate-name.ts';

/**
 * The names of the shared catalog (categories, units, sizes, colours, menu items) in the chosen language. They are keyed by
 * their English ones and not sent by the server: carts and orders keep names as text, so old orders read right, too.
 */
export function useName(): (name: string) => string {
  const { i18n } = useLingui();
  const names = namesIn(i18n.locale);
  return useCallback((name) => translateName(name, names), [names]);
}

/** The name of a product in the chosen language, where the shared catalog has a product of that name. */
export function useProductName(): (name: string) => string {
  const { i18n } = useLingui();
  const names = productNamesIn(i18n.locale);
  return useCallback((name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name), [names]);
}

type Variant = { size?: string | undefined; color?: string | undefined; unit?: string | undefined };

/** Size, color and unit of a variant: `M · Blue`, `500 g`. */
export function variantLabel({ size, color, unit }: Variant): string {
  return [size, color, unit].filter(Boolean).join(' · ');
}

/** `variantLabel` in the language of the screen. */
export function useVariantLabel(): typeof variantLabel {
  const nameOf = useName();
  return ({ size, color, unit }) => {
    const translated = (name: string | undefined) => name && nameOf(name);
    return variantLabel({ size: translated(size), color: translated(color), unit: translated(unit) });
  };
}
