import { join, resolve } from 'node:path';
import { setting } from '@haat/core/setting';
import { repoRoot } from './repo-root.ts';

/** Where the embedded mode keeps its data: HAAT_DATA_DIR (relative to the repository), else ".data". */
export const dataDir = (): string => resolve(repoRoot, process.env.HAAT_DATA_DIR || '.data');

/** Where uploaded pictures are kept: UPLOADS_DIR, else beside the data of the embedded mode. */
export const uploadsDir = (): string => setting('UPLOADS_DIR', process.env) ?? join(dataDir(), 'uploads');
