import { PRIMARY, READ_FROM, READ_PRIMARY_MS } from '@haat/contract/rules/read-from';
import { CHANGED_AT, readAuthToken, readStored, writeStored } from './storage.ts';

/** Where storage is forbidden. */
let changedAt = 0;

/** This browser has changed something, or was notified of a change: what it reads next, in any tab, must include that. */
export function noteChange(): void {
  // After a logout, nothing is left to be read.
  if (readAuthToken() === undefined) return;
  changedAt = Date.now();
  writeStored(CHANGED_AT, String(changedAt));
}

/** The header of a read for as long as a replica of the database may not have the last change yet. */
export function readFromHeader(): Record<string, string> {
  const latest = Math.max(changedAt, Number(readStored(CHANGED_AT) ?? 0));
  return Math.abs(Date.now() - latest) < READ_PRIMARY_MS ? { [READ_FROM]: PRIMARY } : {};
}
