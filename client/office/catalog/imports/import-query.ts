import {
  getImport,
  type ImportRowKind,
  type ImportSummary,
  listImportRows,
  listImports,
} from '@haat/contract/catalog/imports.calls';
import { IMPORT_REFUSALS, type ImportRefusal } from '@haat/contract/catalog/import';
import { reasonOf } from '@haat/contract/reason';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { ApiError, retryAfter } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';

const POLL_MS = 1_000;

export const isRunning = ({ state }: Pick<ImportSummary, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** One import, polled each second while it is running. */
export const importQuery = (shopId: number, id: number) =>
  queryOptions({
    queryKey: ['import', shopId, id],
    queryFn: ({ signal }) => call(getImport, { params: { shopId, id }, signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
    staleTime: 0,
  });

const ROWS_PER_PAGE = 100;

type Run = Pick<ImportSummary, 'id' | 'dry_run' | 'finished_at'>;

/** The rows of an import of one kind in pages; they change when it is checked again, and when it is applied. */
export const importRowsQuery = (shopId: number, { id, dry_run: isDryRun, finished_at: at }: Run, kind: ImportRowKind) =>
  infiniteQueryOptions({
    queryKey: ['import-rows', shopId, id, kind, isDryRun, at],
    queryFn: ({ pageParam, signal }) =>
      call(listImportRows, {
        params: { shopId, id },
        query: { kind, limit: ROWS_PER_PAGE, after: pageParam || undefined },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < ROWS_PER_PAGE ? undefined : page.at(-1)?.row),
    select: ({ pages }) => pages.flat(),
  });

/** The last imports of a shop, newest first. */
export const importsQuery = (shopId: number) =>
  queryOptions({
    queryKey: ['imports', shopId],
    queryFn: ({ signal }) => call(listImports, { params: { shopId }, signal }),
    staleTime: 0,
  });

/** The length of the limit of uploads, where the server does not say how much of it is left. */
const LIMIT_SECONDS = 3600;

type Body = { reason?: unknown; line?: unknown };

const isRefusal = (reason: unknown): reason is ImportRefusal => typeof reason === 'string' && reason in IMPORT_REFUSALS;

/** Why a call of this screen failed. */
export function useImportProblem(): (error: unknown) => string | undefined {
  const t = useText();
  return useCallback(
    (error) => {
      if (!error) return undefined;
      const body = error instanceof ApiError ? error.body : undefined;
      const { reason, line } = (body as Body | undefined) ?? {};
      const seconds = retryAfter(body) ?? LIMIT_SECONDS;
      if (isRefusal(reason)) {
        const text = t(`import.refused.${reason}`);
        return typeof line === 'number' ? `${text} ${t('import.inLine', { line })}` : text;
      }
      const { code } = reasonOf(error);
      if (code === 'network') return t('import.network');
      if (code === 'import_conflict') return t('import.conflict');
      if (code === 'payload_too_large') return t('import.tooLarge');
      if (code === 'rate_limited') return t('import.tooMany', { minutes: Math.ceil(seconds / 60) });
      return t('import.failedCall');
    },
    [t],
  );
}

type Shown = Pick<ImportSummary, 'state' | 'dry_run' | 'undone_at'>;

export function stateText({ state, dry_run: isDryRun, undone_at: undoneAt }: Shown): TextId {
  if (undoneAt !== null) return 'import.stateUndone';
  if (state === 'unmapped') return 'import.stateUnmapped';
  if (state === 'done') return isDryRun ? 'import.stateChecked' : 'import.stateDone';
  if (state === 'cancelled') return 'import.stateCancelled';
  if (state === 'failed') return 'import.stateFailed';
  return isDryRun ? 'import.stateChecking' : 'import.stateImporting';
}
