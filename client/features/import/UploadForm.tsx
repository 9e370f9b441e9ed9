import { MOST_IMPORT_BYTES } from '@haat/contract/rules/import-columns';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { FileDrop } from './FileDrop.tsx';
import { callForImport, importsPath } from './import-query.ts';
import styles from './ImportScreen.module.css';
import { useImportProblem } from './use-import-problem.ts';

type Props = { shopId: number; onStarted: (id: number) => void };

/** Chooses a file and sends it: to be checked first, unless somebody is sure. */
export function UploadForm({ shopId, onStarted }: Props) {
  const t = useText();
  const id = useId();
  const problemOf = useImportProblem();
  const [file, setFile] = useState<File>();
  const [isDryRun, setDryRun] = useState(true);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (chosen: File) =>
      callForImport(importsPath(shopId), { method: 'POST', body: formOf(chosen, isDryRun) }),
    onSuccess: (started) => onStarted(started.id),
  });
  const isTooLarge = file !== undefined && file.size > MOST_IMPORT_BYTES;
  const problem = isTooLarge ? t('import.tooLarge') : problemOf(error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file && !isTooLarge) mutate(file);
  };
  const choose = (chosen: File) => {
    reset();
    setFile(chosen);
  };
  return (
    <form className={styles.card} onSubmit={submit}>
      <h2>{t('import.uploadTitle')}</h2>
      <FileDrop file={file} onChosen={choose} />
      <div>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isDryRun}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setDryRun(target.checked)}
          />
          {t('import.dryRun')}
        </label>
        <p id={`${id}-hint`} className={styles.hint}>
          {t('import.dryRunHint')}
        </p>
      </div>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <div className={styles.actions}>
        <Button type="submit" disabled={!file || isTooLarge || isPending}>
          {t(isPending ? 'import.sending' : isDryRun ? 'import.check' : 'import.start')}
        </Button>
      </div>
    </form>
  );
}

function formOf(file: File, isDryRun: boolean): FormData {
  const form = new FormData();
  form.append('dry_run', String(isDryRun));
  form.append('file', file, file.name);
  return form;
}
