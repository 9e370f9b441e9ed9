import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from '../lib/data-dir.ts';

/** A secret of this data folder, made at first need and kept: a restart changes nothing for anybody. */
export function keptSecret(name: string): string {
  const file = join(dataDir(), name);
  mkdirSync(dataDir(), { recursive: true });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
