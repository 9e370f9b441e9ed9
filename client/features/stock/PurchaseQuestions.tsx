import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { questionKey, type UnusualLine } from './unusual-lines.ts';
import { useVariantText } from './VariantName.tsx';
import styles from './Stock.module.css';

type Props = { lines: readonly UnusualLine[]; onConfirm: () => void; onClose: () => void };

/** Asks whether quantities and costs that are ten times off are meant, before the purchase is saved. */
export function PurchaseQuestions({ lines, onConfirm, onClose }: Props) {
  const t = useText();
  const nameOf = useVariantText();
  return (
    <Dialog role="alertdialog" label={t('purchase.question.title')} onClose={onClose}>
      <Stack gap={4}>
        <h2>{t('purchase.question.title')}</h2>
        <Stack as="ul" gap={2}>
          {lines.map((each) => (
            <li key={`${each.line.key} ${questionKey(each)}`} className={styles.question}>
              <span>{nameOf(each.line)}</span>
              <strong>
                <Question asked={each} />
              </strong>
            </li>
          ))}
        </Stack>
        <Row justify="end" align="stretch">
          <Button look="secondary" onClick={onClose} autoFocus>
            {t('priceQuestion.change')}
          </Button>
          <Button onClick={onConfirm}>{t('priceQuestion.saveAll')}</Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

function Question({ asked: { kind, value, usual } }: { asked: UnusualLine }) {
  const t = useText();
  if (kind === 'quantity') return t('purchase.question.quantity', { quantity: value, usual });
  const [cost, other] = [formatRupees(value), formatRupees(usual)];
  if (kind === 'cost') return t('purchase.question.cost', { cost, usual: other });
  return t('purchase.question.costOfPrice', { cost, price: other });
}
