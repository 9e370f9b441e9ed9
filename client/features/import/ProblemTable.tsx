import type { ImportView } from '@haat/contract/api/imports.schema';
import { useMutation } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { downloadFile } from './download-file.ts';
import { importsPath, isUnderWay } from './import-query.ts';
import screen from './ImportScreen.module.css';
import styles from './ProblemTable.module.css';
import { useImportProblem } from './use-import-problem.ts';

type Props = { shopId: number; run: ImportView };

/** What is wrong, row by row; all of it as a file that can be mended and sent again. */
export function ProblemTable({ shopId, run: { id, problems, failed, ...run } }: Props) {
  const t = useText();
  const problemOf = useImportProblem();
  const path = `${importsPath(shopId)}/${id}/errors.csv`;
  const { mutate, isPending, error } = useMutation({ mutationFn: () => downloadFile(path) });
  const problem = problemOf(error);
  if (problems.length === 0 || isUnderWay(run)) return null;
  return (
    <section className={screen.card}>
      <h2 id="import-problems">{t('import.problems', { count: failed })}</h2>
      <p className={screen.hint}>{t('import.problemsHint')}</p>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <div className={screen.actions}>
        <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
          {t('import.downloadProblems')}
        </Button>
      </div>
      <table className={styles.table} aria-labelledby="import-problems">
        <thead>
          <tr>
            <th scope="col">{t('import.row')}</th>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.problemColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, code }) => (
            <tr key={`${row} ${column} ${code}`}>
              <th scope="row">{row}</th>
              <td>{column ? <code>{column}</code> : '–'}</td>
              <td>{t(`import.problem.${code}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
