import type { ImportView } from '@haat/contract/api/imports.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { callForImport, importQuery, importsPath, isUnderWay } from './import-query.ts';
import screen from './ImportScreen.module.css';
import { useImportProblem } from './use-import-problem.ts';

type Props = { shopId: number; run: ImportView; onLeave: () => void };

/** Cancel while it is under way; after a check, do it; after that, look at the products. */
export function RunActions({ shopId, run, onLeave }: Props) {
  const t = useText();
  const problemOf = useImportProblem();
  const { shopSlug = '' } = useParams();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (what: 'apply' | 'cancel') =>
      callForImport(`${importsPath(shopId)}/${run.id}/${what}`, { method: 'POST' }),
    onSuccess: (answer) => queries.setQueryData(importQuery(shopId, run.id).queryKey, answer),
  });
  const problem = problemOf(error);
  const isDone = run.state === 'done';
  return (
    <>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <div className={screen.actions}>
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
        {isUnderWay(run) ? (
          <Button look="secondary" disabled={isPending} onClick={() => mutate('cancel')}>
            {t('import.cancel')}
          </Button>
        ) : (
          <Button look="secondary" onClick={onLeave}>
            {t('import.another')}
          </Button>
        )}
      </div>
    </>
  );
}
