import type { ImportSummary } from '@haat/contract/catalog/imports.calls';
import { IMPORT_REFUSALS, type ImportRefusal } from '@haat/contract/catalog/import';
import { reasonOf } from '@haat/contract/reason';
import { useCallback } from 'react';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { ApiError, retryAfter } from '../../../lib/api-error.ts';

export const isRunning = ({ state }: Pick<ImportSummary, 'state'>): boolean =>
  state === 'reading' || state === 'waiting' || state === 'running';

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
  if (state === 'reading') return 'import.stateReading';
  if (state === 'unmapped') return 'import.stateUnmapped';
  if (state === 'done') return isDryRun ? 'import.stateChecked' : 'import.stateDone';
  if (state === 'cancelled') return 'import.stateCancelled';
  if (state === 'failed') return 'import.stateFailed';
  return isDryRun ? 'import.stateChecking' : 'import.stateImporting';
}
