import type { ImportView } from '@haat/contract/api/imports.schema';
import { useId } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { isUnderWay } from './import-query.ts';
import styles from './RunOutcome.module.css';

/** How far an import is, or what came of it. */
export function RunOutcome({ run }: { run: ImportView }) {
  const t = useText();
  const { state, dry_run: isDryRun, created, changed, failed } = run;
  if (isUnderWay(run)) return <Progress run={run} />;
  if (state === 'failed')
    return <Notice tone="error">{t(isDryRun ? 'import.outcomeCheckFailed' : 'import.outcomeFailed')}</Notice>;
  if (state === 'cancelled') return <Notice>{t('import.outcomeCancelled')}</Notice>;
  const isEmpty = created + changed === 0;
  if (!isDryRun)
    return <Notice tone={failed > 0 ? 'info' : 'success'}>{t('import.outcomeDone', { created, changed })}</Notice>;
  return <Notice>{t(isEmpty ? 'import.outcomeNothing' : 'import.outcomeChecked')}</Notice>;
}

function Progress({ run }: { run: ImportView }) {
  const t = useText();
  const id = useId();
  const { rows, created, changed, unchanged, failed } = run;
  const done = created + changed + unchanged + failed;
  // Until the file is read nobody knows how far it is.
  const value = run.state === 'waiting' || run.dry_run ? {} : { value: done };
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>{t('import.progress', { done, rows })}</label>
      <progress id={id} max={rows} {...value} />
    </div>
  );
}
