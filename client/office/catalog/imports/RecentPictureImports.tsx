import { type PictureImportView, undoPictureImport } from '@haat/contract/catalog/picture-imports.calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { call } from '../../../lib/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { pictureImportsQuery, usePictureProblem } from './picture-import-query.ts';
import styles from './ImportScreen.module.css';

/** The last imports of pictures, each of which can be undone for a day. */
export function RecentPictureImports({ shopId }: { shopId: number }) {
  const t = useText();
  const { data } = useQuery(pictureImportsQuery(shopId));
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
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(undoPictureImport, { params: { shopId, id: of.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: pictureImportsQuery(shopId).queryKey }),
  });
  const problem = problemOf(error);
  const confirm = () => {
    setAsking(false);
    mutate();
  };
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
      <span className={styles.when}>
        {of.actor_name ? `${of.actor_name} · ` : ''}
        {moment(of.created_at)}
        {of.undo_until === null ? '' : ` · ${t('import.undoUntil', { time: moment(of.undo_until) })}`}
      </span>
      {of.undo_until === null ? null : (
        <Button look="quiet" disabled={isPending} onClick={() => setAsking(true)}>
          {t('import.pictures.undo')}
          <span className="visually-hidden"> {of.file_name}</span>
        </Button>
      )}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isAsking ? (
        <ConfirmDialog
          text={t('import.pictures.undoAsk')}
          confirm={t('import.pictures.undo')}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  );
}
