import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from './repo-root.ts';

/**
 * Reads .env of the repository when there is one, or the file that HAAT_ENV_FILE names, none where that is empty; what the
 * environment has already said wins.
 */
export function loadDotEnv(): void {
  const file = process.env.HAAT_ENV_FILE ?? join(repoRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
