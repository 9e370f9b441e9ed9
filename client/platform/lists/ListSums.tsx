import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useDownload } from '../../ui/use-download.ts';
import styles from '../Operator.module.css';

/** `sums`: of all matching rows, not only of the loaded ones. `path`: the list as CSV. */
type Props = { sums: readonly string[] | undefined; path: string };

/** The sums of a list, and the button that saves it as a file. */
export function ListSums({ sums, path }: Props) {
  const t = useText();
  const { download, isDownloading, problem } = useDownload('report.saveFailed');
  return (
    <>
      <Row justify="between" gap={2}>
        <Row as="p" gap={4} rowGap={0} align="stretch" className={styles.sums} role="status">
          {sums === undefined ? '\u00a0' : sums.map((sum) => <span key={sum}>{sum}</span>)}
        </Row>
        <Button look="secondary" disabled={isDownloading} onClick={() => download(path)}>
          {t('cashReport.save')}
        </Button>
      </Row>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </>
  );
}
