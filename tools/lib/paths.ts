import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { setting } from '@haat/core/ops/setting';

/** The absolute path of the repository. */
export const repoRoot = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Where the embedded mode stores its data: HAAT_DATA_DIR (relative to the repository), else ".data". */
export const dataDir = (): string => resolve(repoRoot, process.env.HAAT_DATA_DIR || '.data');

/** Where uploaded pictures are stored: UPLOADS_DIR, else beside the data of the embedded mode. */
export const uploadsDir = (): string => setting('UPLOADS_DIR', process.env) ?? join(dataDir(), 'uploads');

/**
 * Reads .env of the repository when there is one, or the file that HAAT_ENV_FILE names, none where that is empty; variables that are
 * already set win.
 */
export function loadDotEnv(): void {
  const file = process.env.HAAT_ENV_FILE ?? join(repoRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
