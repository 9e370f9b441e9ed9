import { CLEARING } from '@haat/contract/rules/import-columns';
import { useMutation } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { downloadFile } from './download-file.ts';
import styles from './ImportScreen.module.css';
import { saveTemplate } from './save-template.ts';
import { useImportProblem } from './use-import-problem.ts';

/** Takes the list of products out, or an empty one to fill in. */
export function ExportList({ shopId }: { shopId: number }) {
  const t = useText();
  const problemOf = useImportProblem();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => downloadFile(`/api/shops/${shopId}/products.csv`),
  });
  const problem = problemOf(error);
  return (
    <section className={styles.card}>
      <h2>{t('import.exportTitle')}</h2>
      <p className={styles.hint}>{t('import.exportHint')}</p>
      <p className={styles.hint}>{t('import.emptyCells', { word: CLEARING })}</p>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <div className={styles.actions}>
        <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
          {t(isPending ? 'import.exporting' : 'import.export')}
        </Button>
        <Button look="quiet" onClick={saveTemplate}>
          {t('import.template')}
        </Button>
      </div>
    </section>
  );
}
