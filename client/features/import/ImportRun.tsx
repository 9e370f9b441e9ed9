import type { ImportView } from '@haat/contract/api/imports.schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { isMissing } from '../../lib/api-error.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { importQuery } from './import-query.ts';
import screen from './ImportScreen.module.css';
import { NewNames } from './NewNames.tsx';
import { ProblemTable } from './ProblemTable.tsx';
import { RunActions } from './RunActions.tsx';
import { RunCounts } from './RunCounts.tsx';
import { RunOutcome } from './RunOutcome.tsx';
import { stateText } from './state-text.ts';
import { useImportProblem } from './use-import-problem.ts';

type Props = { shopId: number; id: number; onLeave: () => void };

/** One import: how far it is, what it found, and what can be done about it. */
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
  // What was pressed to come here is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <section className={screen.card}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {run.file_name}
          </h2>
          <p role="status">{t(stateText(run))}</p>
        </div>
        <RunOutcome run={run} />
        <RunCounts run={run} />
        <NewNames run={run} />
        <RunActions shopId={shopId} run={run} onLeave={onLeave} />
      </section>
      <ProblemTable shopId={shopId} run={run} />
      <ChangePreview run={run} />
    </>
  );
}
