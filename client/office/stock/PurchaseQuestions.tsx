import { formatRupees } from '@haat/contract/rupees';
import { type Text, useText } from '../../i18n/use-text.ts';
import { QuestionsDialog } from '../catalog/editor/QuestionsDialog.tsx';
import { questionKey, type UnusualLine } from './unusual-lines.ts';
import { useVariantText } from './VariantName.tsx';

type Props = { lines: readonly UnusualLine[]; onConfirm: () => void; onClose: () => void };

/** Asks whether quantities and costs that are ten times off are meant, before the purchase is saved. */
export function PurchaseQuestions({ lines, ...answers }: Props) {
  const t = useText();
  const nameOf = useVariantText();
  const questions = lines.map((each) => ({
    key: `${each.line.key} ${questionKey(each)}`,
    name: nameOf(each.line),
    text: questionText(t, each),
  }));
  return <QuestionsDialog title={t('purchase.question.title')} questions={questions} {...answers} />;
}

function questionText(t: Text, { kind, value, usual }: UnusualLine): string {
  if (kind === 'quantity') return t('purchase.question.quantity', { quantity: value, usual });
  const [cost, other] = [formatRupees(value), formatRupees(usual)];
  if (kind === 'cost') return t('purchase.question.cost', { cost, usual: other });
  return t('purchase.question.costOfPrice', { cost, price: other });
}
