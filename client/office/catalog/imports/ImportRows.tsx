import {
  exportImportErrors,
  type ImportRowKind,
  type ImportRowView,
  type ImportView,
  listImportRows,
} from '@haat/contract/catalog/imports.calls';
import { PRODUCT_COLUMNS, type ProductColumn } from '@haat/contract/catalog/import';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { pathOf } from '../../../lib/api.ts';
import { callPages, rowsOf } from '../../../lib/call-pages.ts';
import type { CallKey } from '../../../lib/call-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row } from '../../../ui/Card.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { downloadFile } from '../../../lib/download-file.ts';
import looks from '../../../ui/looks.module.css';
import { isRunning, useImportProblem } from './import-state.ts';
import { ScrolledTable } from './ScrolledTable.tsx';
import styles from './Import.module.css';

type Props = { shopId: number; run: ImportView };

const KINDS = [
  { kind: 'failed', count: 'failed', label: 'import.wrong' },
  { kind: 'unusual', count: 'unusual', label: 'import.unusual' },
  { kind: 'changed', count: 'changed', label: 'import.changed' },
  { kind: 'created', count: 'created', label: 'import.created' },
] as const;

/** The rows of a file as a table, errors first: problems to fix, and each changed value before and after. */
export function ImportRows({ shopId, run }: Props) {
  const t = useText();
  const kinds = KINDS.filter(({ count }) => run[count] > 0);
  const [chosen, setChosen] = useState<ImportRowKind>();
  const shown = kinds.find(({ kind }) => kind === chosen) ?? kinds[0];
  if (!shown || isRunning(run) || run.state === 'unmapped') return null;
  return (
    <Card as="section" gap={4}>
      <h2 id="import-rows">{t('import.rows')}</h2>
      <FilterChips
        label={t('import.showRows')}
        chips={kinds.map(({ kind, count, label }) => ({ value: kind, label: t(label), count: String(run[count]) }))}
        chosen={shown.kind}
        onChoose={setChosen}
      />
      {shown.kind === 'failed' ? <ErrorFile shopId={shopId} id={run.id} /> : null}
      {shown.kind === 'unusual' ? <p className={looks.hint}>{t('import.unusualHint')}</p> : null}
      <RowPages key={shown.kind} shopId={shopId} run={run} kind={shown.kind} />
    </Card>
  );
}

/** Downloads the rows with errors, to be corrected and imported again. */
function ErrorFile({ shopId, id }: { shopId: number; id: number }) {
  const t = useText();
  const problemOf = useImportProblem();
  const path = pathOf(exportImportErrors, { params: { shopId, id } });
  const { mutate, isPending, error } = useMutation({ mutationFn: () => downloadFile(path) });
  const problem = problemOf(error);
  return (
    <>
      <p className={looks.hint}>{t('import.problemsHint')}</p>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row>
        <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
          {t('import.downloadProblems')}
        </Button>
      </Row>
    </>
  );
}

const ROWS_PER_PAGE = 100;

/** The rows of one kind in pages; they change when the file is checked again, and when it is applied. */
function importRowsQuery(shopId: number, { id, dry_run: isDryRun, finished_at: at }: ImportView, kind: ImportRowKind) {
  const input = { params: { shopId, id }, query: { kind, limit: ROWS_PER_PAGE } };
  const { queryKey, ...query } = callPages(listImportRows, input, {
    next: (page) => (page.length < ROWS_PER_PAGE ? undefined : { after: page.at(-1)?.row }),
  });
  return { ...query, queryKey: [...(queryKey as CallKey), isDryRun, at] as const, select: rowsOf<ImportRowView> };
}

function RowPages({ shopId, run, kind }: Props & { kind: ImportRowKind }) {
  const t = useText();
  const problemOf = useImportProblem();
  const query = useInfiniteQuery(importRowsQuery(shopId, run, kind));
  const problem = problemOf(query.error);
  if (problem) return <Notice tone="error">{problem}</Notice>;
  if (!query.data) return <Skeleton height="160px" radius="var(--radius-card)" />;
  return (
    <>
      <RowTable rows={query.data} isFailed={kind === 'failed'} />
      {query.hasNextPage ? (
        <LoadMore
          label={t('import.moreRows')}
          isLoading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      ) : null}
    </>
  );
}

function RowTable({ rows, isFailed }: { rows: readonly ImportRowView[]; isFailed: boolean }) {
  const t = useText();
  const isShown = (column: ProductColumn) =>
    rows.some(({ kind, cells }) =>
      cells.some((cell) => cell.column === column && (column !== 'name' || kind === 'changed')),
    );
  const columns = PRODUCT_COLUMNS.filter(isShown);
  return (
    <ScrolledTable aria-labelledby="import-rows">
      <thead>
        <tr>
          <th scope="col">{t('import.row')}</th>
          <th scope="col" className={styles.rowsName}>
            {t('import.product')}
          </th>
          {isFailed ? <th scope="col">{t('import.toFix')}</th> : null}
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`import.field.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.row}>
            <td>{row.row}</td>
            <th scope="row" className={styles.rowsName}>
              {row.name || '–'}
            </th>
            {isFailed ? <ToFix row={row} /> : null}
            {columns.map((column) => (
              <Cell key={column} row={row} column={column} />
            ))}
          </tr>
        ))}
      </tbody>
    </ScrolledTable>
  );
}

function ToFix({ row: { problems } }: { row: ImportRowView }) {
  const t = useText();
  return (
    <td className={styles.toFix}>
      {problems.map(({ column, code }) => (
        <p key={`${column} ${code}`}>
          {column ? <strong>{t(`import.field.${column}`)}</strong> : null} {t(`import.problem.${code}`)}
        </p>
      ))}
    </td>
  );
}

/** What a row changes in one column, from what to what; of a row with errors, what it says there. */
function Cell({ row, column }: { row: ImportRowView; column: ProductColumn }) {
  const t = useText();
  const cell = row.cells.find((each) => each.column === column);
  if (!cell) return <td>{''}</td>;
  const { before, after, unusual } = cell;
  if (row.kind === 'failed') {
    const isWrong = row.problems.some((each) => each.column === column);
    return <td className={isWrong ? styles.rowsWrong : undefined}>{after}</td>;
  }
  return (
    <td className={unusual ? styles.unusual : row.kind === 'changed' ? styles.marked : undefined}>
      {before === null ? null : (
        <>
          <del>{before}</del> <span aria-hidden="true">→</span>{' '}
        </>
      )}
      {after === '' ? <em>{t('import.nothing')}</em> : <ins>{after}</ins>}
      {unusual ? <span className={styles.question}>{t(`import.question.${unusual}`)}</span> : null}
    </td>
  );
}
