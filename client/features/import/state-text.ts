import type { ImportSummary } from '@haat/contract/api/imports.schema';
import type { TextId } from '../../i18n/text-id.ts';

/** Where an import is, in a word or two. */
export function stateText({ state, dry_run: isDryRun }: Pick<ImportSummary, 'state' | 'dry_run'>): TextId {
  if (state === 'done') return isDryRun ? 'import.stateChecked' : 'import.stateDone';
  if (state === 'cancelled') return 'import.stateCancelled';
  if (state === 'failed') return 'import.stateFailed';
  return isDryRun ? 'import.stateChecking' : 'import.stateImporting';
}
