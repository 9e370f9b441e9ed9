import type { ADDRESS_LABELS } from '@haat/contract/accounts/address';
import { type TextId, useText } from '../../i18n/use-text.ts';

/** The texts of the labels that are offered. */
export const LABEL_TEXTS: Record<(typeof ADDRESS_LABELS)[number], TextId> = {
  Home: 'address.labelHome',
  Work: 'address.labelWork',
};
export const isKnownLabel = (label: string): label is keyof typeof LABEL_TEXTS => label in LABEL_TEXTS;

/** The label of an address in the user's language; undefined without one. */
export function useLabelText() {
  const t = useText();
  return (label: string | null | undefined) => {
    if (!label) return undefined;
    return isKnownLabel(label) ? t(LABEL_TEXTS[label]) : label;
  };
}
