import { resolve } from 'node:path';
import { repoRoot } from './repo-root.ts';

/** Where the embedded mode keeps its data: HAAT_DATA_DIR (relative to the repository), else ".data". */
export const dataDir = (): string => resolve(repoRoot, process.env.HAAT_DATA_DIR || '.data');
