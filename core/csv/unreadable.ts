import { IMPORT_REFUSALS, type ImportRefusal } from '@haat/contract/rules/import-problem';
import { DomainError } from '../errors.ts';

/** Why a file is refused as a whole, and in which line when that is known. */
export function unreadable(reason: ImportRefusal, line?: number): DomainError {
  const where = line === undefined ? '' : ` (line ${line})`;
  return new DomainError('file_unreadable', `${IMPORT_REFUSALS[reason]}${where}`, { reason, ...(line && { line }) });
}
