import { useMutation } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRefusalText } from '../../ui/use-refusal-text.ts';
import { downloadFile } from '../import/download-file.ts';
import styles from './DayBook.module.css';
import { dayBookPath } from './day-book-query.ts';

type Props = { shopId: number; day: string };

/** Takes the day out: on paper, or as a file for a spreadsheet. */
export function DayBookTools({ shopId, day }: Props) {
  const t = useText();
  const textOf = useRefusalText('dayBook.saveFailed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => downloadFile(dayBookPath(shopId, 'day-book.csv', day)),
  });
  const problem = textOf(error);
  return (
    <div className={styles.tools}>
      <Button onClick={() => window.print()}>{t('dayBook.print')}</Button>
      <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
        {t('dayBook.save')}
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </div>
  );
}
