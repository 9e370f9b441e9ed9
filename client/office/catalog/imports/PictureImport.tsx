import { MAX_ZIP_BYTES } from '@haat/contract/catalog/picture-import';
import {
  finishPictureImport,
  listPictureImports,
  type PictureImportView,
  undoPictureImport,
} from '@haat/contract/catalog/picture-imports.calls';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '@haat/contract/reason';
import { useText } from '../../../i18n/use-text.ts';
import { reload } from '../../../lib/reload.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx';
import looks from '../../../ui/looks.module.css';
import { FileDrop } from './FileDrop.tsx';
import { PictureRows } from './PictureRows.tsx';
import { type PicturePlan, planPictures } from './plan-pictures.ts';
import { sendPictures } from './send-pictures.ts';
import type { ZipRefusal } from './open-zip.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { useChange } from '../../../ui/use-change.ts';
import styles from './Import.module.css';

type Step = 'choosing' | 'reading' | 'checked' | 'sending' | 'done';

/** Imports the pictures of a ZIP file: each is matched with its product first, and sent once a person has seen the list. */
export function PictureImport({ shopId }: { shopId: number }) {
  const t = useText();
  const problemOf = usePictureProblem();
  const { step, plan, error, isWaiting, choose, send, stop, restart } = usePictureImport(shopId);
  const problem = problemOf(error);
  const ready = plan?.rows.filter(({ problem: wrong, isDone }) => !wrong && !isDone).length ?? 0;
  return (
    <Card as="section" gap={4} className={styles.card}>
      <h2>{t('import.pictures.title')}</h2>
      {step === 'choosing' || step === 'reading' ? (
        <>
          <p className={styles.hint}>{t('import.pictures.hint')}</p>
          <FileDrop
            file={undefined}
            drop={t('import.pictures.drop')}
            choose={t('import.pictures.choose')}
            limits={t('import.pictures.limits')}
            accept=".zip,application/zip,application/x-zip-compressed"
            onChosen={choose}
          />
          {step === 'reading' ? <Notice>{t('import.pictures.reading')}</Notice> : null}
        </>
      ) : null}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {plan ? <Plan plan={plan} step={step} isWaiting={isWaiting} /> : null}
      {plan ? (
        <Row>
          {step === 'sending' ? (
            <Button look="secondary" onClick={stop}>
              {t('import.pictures.stop')}
            </Button>
          ) : null}
          {ready > 0 && step !== 'sending' ? (
            <Button onClick={send}>{t('import.pictures.start', { count: ready })}</Button>
          ) : null}
          {step === 'sending' ? null : (
            <Button look="secondary" onClick={restart}>
              {t('import.pictures.another')}
            </Button>
          )}
        </Row>
      ) : null}
      {plan ? <PictureRows rows={plan.rows} /> : null}
      <UnsavedGuard isDirty={step === 'sending'} onLeave={stop} />
    </Card>
  );
}

/** The file and how far its import is. */
function Plan({ plan: { file, rows }, step, isWaiting }: { plan: PicturePlan; step: Step; isWaiting: boolean }) {
  const t = useText();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // This list replaces the file chooser, which had the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const problems = rows.filter(({ problem }) => problem).length;
  const done = rows.filter(({ isDone }) => isDone).length;
  const count = rows.length - problems;
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.file}>
        {file.name}
      </h3>
      {step === 'checked' ? (
        <Notice>{t(count === 0 ? 'import.pictures.nothing' : 'import.pictures.checked', { count, problems })}</Notice>
      ) : null}
      {step === 'sending' ? (
        <div className={styles.progress}>
          <label htmlFor={id}>{t('import.pictures.progress', { done, count })}</label>
          <progress id={id} max={count} value={done} />
          <p className={styles.hint}>{t('import.pictures.keepOpen')}</p>
        </div>
      ) : null}
      {step === 'sending' && isWaiting ? <Notice tone="error">{t('import.pictures.waiting')}</Notice> : null}
      {step === 'done' ? (
        <Notice tone={done < count ? 'info' : 'success'}>{t('import.pictures.done', { done })}</Notice>
      ) : null}
    </>
  );
}

function usePictureImport(shopId: number) {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>('choosing');
  const [plan, setPlan] = useState<PicturePlan>();
  const [error, setError] = useState<unknown>();
  const [isWaiting, setWaiting] = useState(false);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  const choose = async (file: File): Promise<void> => {
    setError(undefined);
    if (file.size > MAX_ZIP_BYTES) {
      setError('too_large');
      return;
    }
    setStep('reading');
    try {
      setPlan(await planPictures(shopId, file));
      setStep('checked');
    } catch (failure) {
      setError(failure);
      setStep('choosing');
    }
  };
  const send = async (chosen: PicturePlan): Promise<void> => {
    const stop = new AbortController();
    stopping.current = stop;
    setError(undefined);
    setStep('sending');
    const onRow = (row: PicturePlan['rows'][number]) =>
      setPlan((now) => now && { ...now, rows: now.rows.map((each) => (each.path === row.path ? row : each)) });
    try {
      await sendPictures(shopId, chosen, { signal: stop.signal, onRow, onWaiting: setWaiting });
      setStep('done');
    } catch (failure) {
      setError(failure);
      setStep('checked');
    }
    void reload(queries, finishPictureImport.changes, { shopId });
  };
  const restart = (): void => {
    setPlan(undefined);
    setError(undefined);
    setStep('choosing');
  };
  return {
    step,
    plan,
    error,
    isWaiting,
    choose: (file: File) => void choose(file),
    send: () => void (plan && send(plan)),
    stop: () => stopping.current?.abort(),
    restart,
  };
}

const REFUSALS = ['not_zip', 'too_large', 'too_many', 'empty'] as const satisfies readonly ZipRefusal[];

/** Why a ZIP file was refused, or a call about it failed. */
function usePictureProblem(): (error: unknown) => string | undefined {
  const t = useText();
  return useCallback(
    (error) => {
      if (!error) return undefined;
      const refusal = REFUSALS.find((each) => each === error || each === (error as { refusal?: unknown }).refusal);
      if (refusal) return t(`import.pictures.refused.${refusal}`);
      const { code } = reasonOf(error);
      if (code === 'network') return t('import.network');
      return t(code === 'import_conflict' ? 'import.pictures.conflict' : 'import.failedCall');
    },
    [t],
  );
}

/** The last imports of pictures, each of which can be undone for a day. */
export function RecentPictureImports({ shopId }: { shopId: number }) {
  const t = useText();
  const { data } = useCall(listPictureImports, { params: { shopId } }, { staleTime: 0 });
  if (!data || data.length === 0) return null;
  return (
    <Card as="section" gap={4} className={styles.card}>
      <h2>{t('import.pictures.recent')}</h2>
      <ul>
        {data.map((each) => (
          <PictureImportItem key={each.id} shopId={shopId} of={each} />
        ))}
      </ul>
    </Card>
  );
}

function PictureImportItem({ shopId, of }: { shopId: number; of: PictureImportView }) {
  const t = useText();
  const { moment } = useTimeText();
  const problemOf = usePictureProblem();
  const { send, isSending, error } = useChange(undoPictureImport, { failed: 'import.failedCall' });
  const problem = problemOf(error);
  const isInterrupted = of.finished_at === null && of.undone_at === null;
  return (
    <li className={styles.item}>
      <span className={styles.name}>{of.file_name}</span>
      <span>{t('import.pictures.count', { imported: of.imported, pictures: of.pictures })}</span>
      {of.undone_at === null ? null : (
        <span>
          {t('import.stateUndone')}
          {of.kept > 0 ? ` · ${t('import.pictures.kept', { count: of.kept })}` : ''}
        </span>
      )}
      {isInterrupted ? <span>{t('import.pictures.interrupted')}</span> : null}
      <span className={looks.hint}>
        {of.actor_name ? `${of.actor_name} · ` : ''}
        {moment(of.created_at)}
        {of.undo_until === null ? '' : ` · ${t('import.undoUntil', { time: moment(of.undo_until) })}`}
      </span>
      {of.undo_until === null ? null : (
        <ConfirmButton
          look="quiet"
          disabled={isSending}
          label={t('import.pictures.undo')}
          about={of.file_name}
          question={t('import.pictures.undoAsk')}
          onConfirm={() => send({ params: { shopId, id: of.id } })}
        />
      )}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </li>
  );
}
