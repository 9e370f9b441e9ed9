import { exportImportErrors, type ImportView } from '@haat/contract/api/imports';
import { useMutation } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { pathOf } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { downloadFile } from './download-file.ts';
import { isRunning, useImportProblem } from './import-query.ts';
import styles from './ImportScreen.module.css';

type Props = { shopId: number; run: ImportView };

/** The invalid rows; also as a file that can be corrected and imported again. */
export function ProblemTable({ shopId, run: { id, problems, failed, ...run } }: Props) {
  const t = useText();
  const problemOf = useImportProblem();
  const path = pathOf(exportImportErrors, { params: { shopId, id } });
  const { mutate, isPending, error } = useMutation({ mutationFn: () => downloadFile(path) });
  const problem = problemOf(error);
  if (problems.length === 0 || isRunning(run)) return null;
  return (
    <Card as="section" gap={4} className={styles.card}>
      <h2 id="import-problems">{t('import.problems', { count: failed })}</h2>
      <p className={styles.hint}>{t('import.problemsHint')}</p>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row>
        <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
          {t('import.downloadProblems')}
        </Button>
      </Row>
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
    </Card>
  );
}

/** The first changes, before and after. */
export function ChangePreview({ run }: { run: ImportView }) {
  const t = useText();
  const { preview, created, changed } = run;
  if (preview.length === 0 || isRunning(run)) return null;
  const total = created + changed;
  return (
    <Card as="section" gap={4} className={styles.card}>
      <h2>{t('import.preview')}</h2>
      {total > preview.length ? (
        <p className={styles.hint}>{t('import.previewFirst', { count: preview.length, total })}</p>
      ) : null}
      <ol>
        {preview.map(({ row, name, kind, cells }) => (
          <li key={row} className={styles.change}>
            <p className={styles.what}>
              <strong>{name}</strong>
              <span className={`${styles.kind} ${styles[kind]}`}>{t(`import.kind.${kind}`)}</span>
              <span className={styles.hint}>{t('import.rowNumber', { row })}</span>
            </p>
            <dl className={styles.cells}>
              {cells.map(({ column, before, after }) => (
                <div key={column} className={styles.cell}>
                  <dt>
                    <code>{column}</code>
                  </dt>
                  <dd>
                    {before === null ? null : (
                      <>
                        <del>{before}</del> <span aria-hidden="true">→</span>{' '}
                      </>
                    )}
                    {after === '' ? <em>{t('import.nothing')}</em> : <ins>{after}</ins>}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </Card>
  );
}
