import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The absolute path of the repository. */
export const repoRoot = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
