import {
  applyImport,
  cancelImport,
  getImport,
  type ImportView,
  undoImport,
} from '@haat/contract/catalog/imports.calls';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { isMissing } from '../../../lib/api-error.ts';
import { useCall } from '../../../lib/call-query.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { DefinitionList } from '../../../ui/DefinitionList.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState, LoadFailure } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { ImportColumns, ImportTable } from './ImportColumns.tsx';
import { ImportNames } from './ImportNames.tsx';
import { ImportRows } from './ImportRows.tsx';
import { isRunning, stateText, useImportProblem } from './import-state.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import styles from './Import.module.css';

type Props = { shopId: number; id: number; onLeave: () => void };

const POLL_MS = 1_000;

/** One import: its progress, results and actions. */
export function ImportRun({ shopId, id, onLeave }: Props) {
  const t = useText();
  const problemOf = useImportProblem();
  const { data, error, refetch } = useCall(
    getImport,
    { params: { shopId, id } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false) },
  );
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
  // Another check may have other columns.
  const check = `${run.finished_at} ${run.layout?.sheet} ${run.layout?.heading_row} ${run.layout?.delimiter}`;
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
        {hasCounts(run) ? <RunCounts run={run} /> : null}
        <NewOptions run={run} />
        <KeptProducts run={run} />
        <RunActions shopId={shopId} run={run} onLeave={onLeave} />
        <UndoImport shopId={shopId} run={run} />
      </Card>
      <ImportTable key={`table ${check}`} shopId={shopId} run={run} />
      <ImportNames key={`names ${check}`} shopId={shopId} run={run} />
      <ImportColumns key={`columns ${check}`} shopId={shopId} run={run} />
      <ImportRows shopId={shopId} run={run} />
    </>
  );
}

const hasCounts = ({ state, refusal }: ImportView): boolean =>
  state !== 'reading' && state !== 'unmapped' && refusal === null;

/** The progress of an import, or its outcome. */
function RunOutcome({ run }: { run: ImportView }) {
  const t = useText();
  const { state, refusal, dry_run: isDryRun, created, changed, failed } = run;
  if (isRunning(run)) return <Progress run={run} />;
  if (state === 'unmapped') return <Notice>{t('import.outcomeUnmapped')}</Notice>;
  if (refusal) return <Notice tone="error">{t(`import.refused.${refusal}`)}</Notice>;
  if (state === 'failed')
    return <Notice tone="error">{t(isDryRun ? 'import.outcomeCheckFailed' : 'import.outcomeFailed')}</Notice>;
  if (run.undone_at !== null) return <Notice>{t('import.outcomeUndone')}</Notice>;
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
  const isReading = run.state === 'reading';
  const value = isReading || run.state === 'waiting' || run.dry_run ? {} : { value: done };
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>{isReading ? t('import.reading') : t('import.progress', { done, rows })}</label>
      <progress id={id} max={rows || 1} {...value} />
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

/** New categories and units of the file, unknown columns, and rows that were left out or repaired: typing errors show here. */
function NewOptions({ run }: { run: ImportView }) {
  const t = useText();
  const named = LISTS.filter(({ list }) => run[list].length > 0);
  const items = [
    ...named.map(({ list, label }) => ({ term: t(label), value: run[list].join(' · ') })),
    ...run.notes.map(({ code, count, rows }) => ({
      term: t(`import.note.${code}`),
      value: `${rows.join(', ')}${count > rows.length ? ` … (${count})` : ''}`,
    })),
  ];
  if (items.length === 0) return null;
  return <DefinitionList layout="below" items={items} />;
}

type RunActionsProps = { shopId: number; run: ImportView; onLeave: () => void };

/** Cancel while it is running; apply after a dry run; view the products after an import. */
function RunActions({ shopId, run, onLeave }: RunActionsProps) {
  const t = useText();
  const problemOf = useImportProblem();
  const { shopSlug = '' } = useParams();
  const { send, isSending, error } = useChange(cancelImport, { failed: 'import.failedCall' });
  const problem = problemOf(error);
  const isDone = run.state === 'done';
  return (
    <>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row>
        {isDone && run.dry_run && run.created + run.changed > 0 ? <ApplyButton shopId={shopId} run={run} /> : null}
        {isDone && !run.dry_run ? (
          <Link className={buttonClass()} to={`/${shopSlug}/admin/products`}>
            {t('import.toProducts')}
          </Link>
        ) : null}
        {isRunning(run) ? (
          <Button look="secondary" disabled={isSending} onClick={() => send({ params: { shopId, id: run.id } })}>
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

/** Applies a dry run; asks once about all of its unusual prices. */
function ApplyButton({ shopId, run }: { shopId: number; run: ImportView }) {
  const t = useText();
  const problemOf = useImportProblem();
  const [isAsking, setAsking] = useState(false);
  const { send, isSending, error } = useChange(applyImport, { failed: 'import.failedCall' });
  const problem = problemOf(error);
  const apply = (accepts: boolean) => {
    setAsking(false);
    send({ params: { shopId, id: run.id }, body: { accept_unusual: accepts } });
  };
  return (
    <>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Button disabled={isSending} onClick={() => (run.unusual > 0 ? setAsking(true) : apply(false))}>
        {t('import.apply', { count: run.created + run.changed })}
      </Button>
      {isAsking ? <UnusualPrices count={run.unusual} onAnswer={apply} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

type UnusualProps = { count: number; onAnswer: (accepts: boolean) => void; onClose: () => void };

function UnusualPrices({ count, onAnswer, onClose }: UnusualProps) {
  const t = useText();
  const text = t('import.unusualAsk', { count });
  return (
    <Dialog role="alertdialog" label={text} onClose={onClose}>
      <p className={styles.ask}>{text}</p>
      <Stack gap={2}>
        <Button onClick={() => onAnswer(true)}>{t('import.unusualAccept')}</Button>
        <Button look="secondary" onClick={() => onAnswer(false)}>
          {t('import.unusualSkip')}
        </Button>
        <Button look="quiet" onClick={onClose} autoFocus>
          {t('common.cancel')}
        </Button>
      </Stack>
    </Dialog>
  );
}

type UndoProps = { shopId: number; run: ImportView };

/** Undoes a whole import, for a day. */
function UndoImport({ shopId, run }: UndoProps) {
  const t = useText();
  const { moment } = useTimeText();
  const problemOf = useImportProblem();
  const { send, isSending, error } = useChange(undoImport, { failed: 'import.failedCall' });
  if (run.undo_until === null || isRunning(run)) return null;
  const problem = problemOf(error);
  return (
    <div>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <ConfirmButton
        look="secondary"
        disabled={isSending}
        label={t(isSending ? 'import.undoing' : 'import.undo')}
        question={t('import.undoAsk')}
        onConfirm={() => send({ params: { shopId, id: run.id } })}
      />
      <p className={styles.hint}>{t('import.undoUntil', { time: moment(run.undo_until) })}</p>
    </div>
  );
}

/** The products that were not undone, as they have been edited since. */
function KeptProducts({ run: { kept } }: { run: ImportView }) {
  const t = useText();
  const { shopSlug = '' } = useParams();
  if (kept.length === 0) return null;
  return (
    <div>
      <p>{t('import.kept', { count: kept.length })}</p>
      <ul>
        {kept.map(({ id, name }) => (
          <li key={id}>
            <Link className={styles.name} to={`/${shopSlug}/admin/edit-product/${id}`}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
