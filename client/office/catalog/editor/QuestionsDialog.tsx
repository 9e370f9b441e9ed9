import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import styles from './ProductForm.module.css';

type Props = {
  title: string;
  questions: readonly { key: string; name: string; text: string }[];
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks whether unusual values are meant, before they are saved. */
export function QuestionsDialog({ title, questions, onConfirm, onClose }: Props) {
  const t = useText();
  return (
    <Dialog role="alertdialog" label={title} onClose={onClose}>
      <Stack gap={4}>
        <h2>{title}</h2>
        <Stack as="ul" gap={2}>
          {questions.map(({ key, name, text }) => (
            <li key={key} className={styles.question}>
              <span>{name}</span>
              <strong>{text}</strong>
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
