import { formatRupees } from '@haat/contract/rupees';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import type { EditedNumber } from './use-edit-number.ts';
import styles from './ProductTable.module.css';

type Props = { edited: EditedNumber };

/** Below the row of a number: why it is not saved, or the question whether an unusual price is meant. */
export function EditNotice({ edited: { id, problem, question, send } }: Props) {
  const t = useText();
  if (question) {
    const { kind, from, to } = question;
    const values = { price: formatRupees(to), before: formatRupees(from) };
    return (
      <div className={styles.notice}>
        <p id={id} className={styles.problem} role="alert">
          {t(kind === 'free' ? 'priceQuestion.free' : 'priceQuestion.unusual', values)}
        </p>
        <Button onClick={() => send({ type: 'confirmed' })}>
          {t(kind === 'free' ? 'priceQuestion.yesFree' : 'priceQuestion.yes', values)}
        </Button>
        <Button look="secondary" onClick={() => send({ type: 'discarded' })}>
          {t('priceQuestion.no', values)}
        </Button>
      </div>
    );
  }
  if (!problem) return null;
  return (
    <div className={styles.notice}>
      <p id={id} className={styles.problem} role="alert">
        {problem}
      </p>
    </div>
  );
}
