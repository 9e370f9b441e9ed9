import { useMutation } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { downloadFile } from '../../lib/download-file.ts';
import styles from './OperatorTable.module.css';

/** `sums`: of all matching rows, not only of the loaded ones. `path`: the list as CSV. */
type Props = { sums: readonly string[] | undefined; path: string };

/** The sums of a list, and the button that saves it as a file. */
export function ListSums({ sums, path }: Props) {
  const t = useText();
  const textOf = useRefusalText('report.saveFailed');
  const { mutate, isPending, error } = useMutation({ mutationFn: downloadFile });
  const problem = textOf(error);
  return (
    <>
      <Row justify="between" gap={2}>
        <p className={styles.sums} role="status">
          {sums === undefined ? '\u00a0' : sums.map((sum) => <span key={sum}>{sum}</span>)}
        </p>
        <Button look="secondary" disabled={isPending} onClick={() => mutate(path)}>
          {t('cashReport.save')}
        </Button>
      </Row>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </>
  );
}
