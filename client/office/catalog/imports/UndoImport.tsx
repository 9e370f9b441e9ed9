import { type ImportView, undoImport } from '@haat/contract/catalog/imports.calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { call } from '../../../lib/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { importQuery, isRunning, useImportProblem } from './import-query.ts';
import styles from './ImportScreen.module.css';

type Props = { shopId: number; run: ImportView };

/** Undoes a whole import, for a day. */
export function UndoImport({ shopId, run }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const problemOf = useImportProblem();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(undoImport, { params: { shopId, id: run.id } }),
    onSuccess: (answer) => queries.setQueryData(importQuery(shopId, run.id).queryKey, answer),
  });
  if (run.undo_until === null || isRunning(run)) return null;
  const problem = problemOf(error);
  const confirm = () => {
    setAsking(false);
    mutate();
  };
  return (
    <div>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Button look="secondary" disabled={isPending} onClick={() => setAsking(true)}>
        {t(isPending ? 'import.undoing' : 'import.undo')}
      </Button>
      <p className={styles.hint}>{t('import.undoUntil', { time: moment(run.undo_until) })}</p>
      {isAsking ? (
        <ConfirmDialog
          text={t('import.undoAsk')}
          confirm={t('import.undo')}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

/** The products that were not undone, as they have been edited since. */
export function KeptProducts({ run: { kept } }: { run: ImportView }) {
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
