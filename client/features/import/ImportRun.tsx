import { applyImport, cancelImport, type ImportView } from '@haat/contract/api/imports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { isMissing } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card, Row } from '../../ui/Card.tsx';
import { DefinitionList } from '../../ui/DefinitionList.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ChangePreview, ProblemTable } from './ImportDetails.tsx';
import { importQuery, isRunning, stateText, useImportProblem } from './import-query.ts';
import styles from './ImportScreen.module.css';

type Props = { shopId: number; id: number; onLeave: () => void };

/** One import: its progress, results and actions. */
export function ImportRun({ shopId, id, onLeave }: Props) {
  const t = useText();
  const problemOf = useImportProblem();
  const { data, error, refetch } = useQuery(importQuery(shopId, id));
  if (isMissing(error)) {
    return (
      <EmptyState text={t('import.missing')}>
        <Button onClick={onLeave}>{t('import.another')}</Button>
      </EmptyState>
    );
  }
  const problem = problemOf(error);
  return (
    <>
      {problem ? <LoadFailure text={problem} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height="320px" radius="var(--radius-card)" /> : null}
      {data ? <Run shopId={shopId} run={data} onLeave={onLeave} /> : null}
    </>
  );
}

type RunProps = { shopId: number; run: ImportView; onLeave: () => void };

function Run({ shopId, run, onLeave }: RunProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone, and with it the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Card as="section" gap={4} className={styles.card}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {run.file_name}
          </h2>
          <p role="status">{t(stateText(run))}</p>
        </div>
        <RunOutcome run={run} />
        <RunCounts run={run} />
        <NewOptions run={run} />
        <RunActions shopId={shopId} run={run} onLeave={onLeave} />
      </Card>
      <ProblemTable shopId={shopId} run={run} />
      <ChangePreview run={run} />
    </>
  );
}

/** The progress of an import, or its outcome. */
function RunOutcome({ run }: { run: ImportView }) {
  const t = useText();
  const { state, dry_run: isDryRun, created, changed, failed } = run;
  if (isRunning(run)) return <Progress run={run} />;
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
  // Indeterminate until the import has started; dry runs do not report progress.
  const value = run.state === 'waiting' || run.dry_run ? {} : { value: done };
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>{t('import.progress', { done, rows })}</label>
      <progress id={id} max={rows} {...value} />
    </div>
  );
}

const COUNTS = [
  { count: 'created', label: 'import.created' },
  { count: 'changed', label: 'import.changed' },
  { count: 'unchanged', label: 'import.unchanged' },
  { count: 'failed', label: 'import.wrong' },
] as const;

/** The number of rows per outcome. */
function RunCounts({ run }: { run: ImportView }) {
  const t = useText();
  return (
    <dl className={styles.counts}>
      {COUNTS.map(({ count, label }) => (
        <div key={count} className={`${styles.count} ${count === 'failed' && run.failed > 0 ? styles.wrong : ''}`}>
          <dt>{t(label)}</dt>
          <dd>{run[count]}</dd>
        </div>
      ))}
    </dl>
  );
}

const LISTS = [
  { list: 'new_categories', label: 'import.newCategories' },
  { list: 'new_units', label: 'import.newUnits' },
  { list: 'ignored_columns', label: 'import.ignoredColumns' },
] as const;

/** New categories and units of the file, and unknown columns: typing errors show here. */
function NewOptions({ run }: { run: ImportView }) {
  const t = useText();
  const named = LISTS.filter(({ list }) => run[list].length > 0);
  if (named.length === 0) return null;
  const items = named.map(({ list, label }) => ({ term: t(label), value: run[list].join(' · ') }));
  return <DefinitionList layout="below" items={items} />;
}

const CHANGES = { apply: applyImport, cancel: cancelImport };

type RunActionsProps = { shopId: number; run: ImportView; onLeave: () => void };

/** Cancel while it is running; apply after a dry run; view the products after an import. */
function RunActions({ shopId, run, onLeave }: RunActionsProps) {
  const t = useText();
  const problemOf = useImportProblem();
  const { shopSlug = '' } = useParams();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (what: 'apply' | 'cancel') => call(CHANGES[what], { params: { shopId, id: run.id } }),
    onSuccess: (answer) => queries.setQueryData(importQuery(shopId, run.id).queryKey, answer),
  });
  const problem = problemOf(error);
  const isDone = run.state === 'done';
  return (
    <>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row>
        {isDone && run.dry_run && run.created + run.changed > 0 ? (
          <Button disabled={isPending} onClick={() => mutate('apply')}>
            {t('import.apply', { count: run.created + run.changed })}
          </Button>
        ) : null}
        {isDone && !run.dry_run ? (
          <Link className={buttonClass()} to={`/${shopSlug}/admin/products`}>
            {t('import.toProducts')}
          </Link>
        ) : null}
        {isRunning(run) ? (
          <Button look="secondary" disabled={isPending} onClick={() => mutate('cancel')}>
            {t('import.cancel')}
          </Button>
        ) : (
          <Button look="secondary" onClick={onLeave}>
            {t('import.another')}
          </Button>
        )}
      </Row>
    </>
  );
}
