import { IMPORT_REFUSALS, type ImportRefusal } from '@haat/contract/rules/import-problem';
import { reasonOf } from '@haat/contract/rules/reason';
import { useCallback } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { ApiError } from '../../lib/api-error.ts';

type Body = { reason?: unknown; line?: unknown };

const isRefusal = (reason: unknown): reason is ImportRefusal => typeof reason === 'string' && reason in IMPORT_REFUSALS;

/** Why a call of this screen failed, in words. */
export function useImportProblem(): (error: unknown) => string | undefined {
  const t = useText();
  return useCallback(
    (error) => {
      if (!error) return undefined;
      const { reason, line } = (error instanceof ApiError ? (error.body as Body | undefined) : undefined) ?? {};
      if (isRefusal(reason)) {
        const text = t(`import.refused.${reason}`);
        return typeof line === 'number' ? `${text} ${t('import.inLine', { line })}` : text;
      }
      const { code } = reasonOf(error);
      if (code === 'network') return t('import.network');
      if (code === 'import_conflict') return t('import.conflict');
      if (code === 'payload_too_large') return t('import.tooLarge');
      return t('import.failedCall');
    },
    [t],
  );
}
