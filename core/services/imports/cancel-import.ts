import type { ImportView } from '@haat/contract/api/imports.schema';
import { endImport } from './end-import.ts';
import { findImport, findImportRecord, type ImportRequest } from './find-import.ts';

/** Stops an import after the product it is at; what it did stays. One that has ended stays as it is. Throws what `findImport` does. */
export async function cancelImport(request: ImportRequest): Promise<ImportView> {
  const { id } = await findImportRecord(request);
  await endImport({ id, as: 'cancelled' });
  return findImport(request);
}
