import { exportProducts, exportProductsWorkbook, listImports, startImport } from '@haat/contract/catalog/imports.calls';
import { CLEAR_VALUE, MAX_IMPORT_BYTES, PRODUCT_COLUMNS } from '@haat/contract/catalog/import';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom';
import { type FormEvent, useId, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { pathOf } from '../../../lib/api.ts';
import { useCall } from '../../../lib/call-query.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import looks from '../../../ui/looks.module.css';
import { ImportRun } from './ImportRun.tsx';
import { PictureImport, RecentPictureImports } from './PictureImport.tsx';
import { downloadFile, saveFile } from '../../../lib/download-file.ts';
import { stateText, useImportProblem } from './import-state.ts';
import { useChange } from '../../../ui/use-change.ts';
import { FileDrop } from './FileDrop.tsx';
import styles from './Import.module.css';

/** Export and import of the shop's products. The address has the import that is shown. */
export function ImportScreen() {
  const t = useText();
  const { shopSlug } = useParams();
  const { shopId, shopSlug: own } = useSession();
  const [search, setSearch] = useSearchParams();
  const run = Number(search.get('run'));
  const hasRun = Number.isSafeInteger(run) && run > 0;

  if (own && own !== shopSlug) return <Navigate to={`/${own}/admin/import`} replace />;
  return (
    <Page title={t('import.title')}>
      {shopId === undefined ? null : (
        <Stack gap={5} className={styles.screen}>
          {hasRun ? (
            <ImportRun key={run} shopId={shopId} id={run} onLeave={() => setSearch({})} />
          ) : (
            <>
              <UploadForm shopId={shopId} onStarted={(id) => setSearch({ run: String(id) })} />
              <ExportList shopId={shopId} />
              <PictureImport shopId={shopId} />
              <RecentImports shopId={shopId} />
              <RecentPictureImports shopId={shopId} />
            </>
          )}
        </Stack>
      )}
    </Page>
  );
}

/** Downloads the products, or an empty template. */
function ExportList({ shopId }: { shopId: number }) {
  const t = useText();
  const problemOf = useImportProblem();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: typeof exportProducts | typeof exportProductsWorkbook) =>
      downloadFile(pathOf(file, { params: { shopId } })),
  });
  const problem = problemOf(error);
  return (
    <Card as="section" gap={4} className={styles.card}>
      <h2>{t('import.exportTitle')}</h2>
      <p className={styles.hint}>{t('import.exportHint')}</p>
      <p className={styles.hint}>{t('import.emptyCells', { word: CLEAR_VALUE })}</p>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row>
        <Button look="secondary" disabled={isPending} onClick={() => mutate(exportProductsWorkbook)}>
          {t('import.exportExcel')}
        </Button>
        <Button look="secondary" disabled={isPending} onClick={() => mutate(exportProducts)}>
          {t(isPending ? 'import.exporting' : 'import.export')}
        </Button>
        <Button look="quiet" onClick={saveTemplate}>
          {t('import.template')}
        </Button>
      </Row>
    </Card>
  );
}

// Set by the export only.
const IDS = ['product_id', 'variant_id'];

/** The header row, with a byte order mark so that spreadsheets read it as UTF-8. */
const templateText = (): string => `\uFEFF${PRODUCT_COLUMNS.filter((name) => !IDS.includes(name)).join(',')}\r\n`;

function saveTemplate(): void {
  saveFile(new Blob([templateText()], { type: 'text/csv;charset=utf-8' }), 'products.csv');
}

/** The last imports, with links to their results. */
function RecentImports({ shopId }: { shopId: number }) {
  const t = useText();
  const { moment } = useTimeText();
  const { data } = useCall(listImports, { params: { shopId } }, { staleTime: 0 });
  if (!data || data.length === 0) return null;
  return (
    <Card as="section" gap={4} className={styles.card}>
      <h2>{t('import.recent')}</h2>
      <ul>
        {data.map((each) => (
          <li key={each.id} className={styles.item}>
            <Link className={styles.name} to={`?run=${each.id}`}>
              {each.file_name}
            </Link>
            <span>{t(stateText(each))}</span>
            {each.state === 'done' ? (
              <span>{t('import.counts', { created: each.created, changed: each.changed, failed: each.failed })}</span>
            ) : null}
            <span className={looks.hint}>
              {each.actor_name ? `${each.actor_name} · ` : ''}
              {moment(each.created_at)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type UploadProps = { shopId: number; onStarted: (id: number) => void };

/** Uploads a CSV or Excel file, by default as a dry run. */
function UploadForm({ shopId, onStarted }: UploadProps) {
  const t = useText();
  const id = useId();
  const problemOf = useImportProblem();
  const [file, setFile] = useState<File>();
  const [isDryRun, setDryRun] = useState(true);
  const { send, isSending, error, reset } = useChange(startImport, {
    failed: 'import.failedCall',
    onDone: (started) => onStarted(started.id),
  });
  const isTooLarge = file !== undefined && file.size > MAX_IMPORT_BYTES;
  const problem = isTooLarge ? t('import.tooLarge') : problemOf(error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file && !isTooLarge) send({ params: { shopId }, form: formOf(file, isDryRun) });
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
        accept=".csv,.txt,.tsv,.xls,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
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
        <Button type="submit" disabled={!file || isTooLarge || isSending}>
          {t(isSending ? 'import.sending' : isDryRun ? 'import.check' : 'import.start')}
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
