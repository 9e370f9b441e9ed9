import { PRIMARY, READ_FROM, READ_PRIMARY_MS } from '@haat/contract/read-from';
import { CHANGED_AT, readAuthToken, readKept, store } from './storage.ts';

/** This browser has made a change, or was notified of one: its next reads, in any tab, must include it. */
export function noteChange(): void {
  // After a logout, nothing is left to be read.
  if (readAuthToken()) store(CHANGED_AT, String(Date.now()));
}

/** The header of a read for as long as a replica of the database may not have the last change yet. */
export const readFromHeader = (): Record<string, string> | false =>
  Date.now() - Number(readKept(CHANGED_AT)) < READ_PRIMARY_MS && { [READ_FROM]: PRIMARY };
