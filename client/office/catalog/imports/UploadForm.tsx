import { startImport } from '@haat/contract/catalog/imports.calls';
import { MAX_IMPORT_BYTES } from '@haat/contract/catalog/import';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../lib/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { FileDrop } from './FileDrop.tsx';
import { useImportProblem } from './import-query.ts';
import styles from './ImportScreen.module.css';

type Props = { shopId: number; onStarted: (id: number) => void };

/** Uploads a CSV or Excel file, by default as a dry run. */
export function UploadForm({ shopId, onStarted }: Props) {
  const t = useText();
  const id = useId();
  const problemOf = useImportProblem();
  const [file, setFile] = useState<File>();
  const [isDryRun, setDryRun] = useState(true);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (chosen: File) => call(startImport, { params: { shopId }, form: formOf(chosen, isDryRun) }),
    onSuccess: (started) => onStarted(started.id),
  });
  const isTooLarge = file !== undefined && file.size > MAX_IMPORT_BYTES;
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
    <Card as="form" gap={4} className={styles.card} onSubmit={submit}>
      <h2>{t('import.uploadTitle')}</h2>
      <FileDrop
        file={file}
        drop={t('import.drop')}
        choose={t('import.choose')}
        limits={t('import.limits')}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChosen={choose}
      />
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
      <Row>
        <Button type="submit" disabled={!file || isTooLarge || isPending}>
          {t(isPending ? 'import.sending' : isDryRun ? 'import.check' : 'import.start')}
        </Button>
      </Row>
    </Card>
  );
}

function formOf(file: File, isDryRun: boolean): FormData {
  const form = new FormData();
  form.append('dry_run', String(isDryRun));
  form.append('file', file, file.name);
  return form;
}
