import { formatRupees } from '@haat/contract/rupees';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { QuestionsDialog } from './QuestionsDialog.tsx';
import { variantName } from './product-form-values.ts';
import type { UnusualPrice } from './unusual-prices.ts';

type Props = { prices: readonly UnusualPrice[]; onConfirm: () => void; onClose: () => void };

/** Asks whether prices of 0, or ten times off, are meant, before the product is saved. */
export function PriceQuestions({ prices, ...answers }: Props) {
  const t = useText();
  const nameOf = useName();
  const questions = prices.map(({ kind, variant, before, price }) => {
    const values = { price: formatRupees(price), before: formatRupees(before ?? 0) };
    const text = t(kind === 'free' ? 'priceQuestion.free' : 'priceQuestion.unusual', values);
    return { key: variant.key, name: variantName(variant, nameOf), text };
  });
  return <QuestionsDialog title={t('priceQuestion.title')} questions={questions} {...answers} />;
}
