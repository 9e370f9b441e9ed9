import type { Text } from '../../i18n/use-text.ts';

const GRAMS_PER_KG = 1000;

/** `1905` as `1.905 kg`, `950` as `950 g`. */
export const weightText = (t: Text, grams: number): string =>
  grams < GRAMS_PER_KG ? t('adjust.grams', { grams }) : t('adjust.kilograms', { kilograms: grams / GRAMS_PER_KG });
