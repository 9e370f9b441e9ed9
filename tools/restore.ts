import { restore } from './backup/back-up.ts';
import { dataDir, uploadsDir, loadDotEnv } from './lib/paths.ts';

// npm run restore -- <folder of a backup>: into the empty HAAT_DATA_DIR of an installation that runs its own PostgreSQL.
loadDotEnv();
try {
  const from = process.argv[2];
  if (!from) throw new Error('Specify the folder of the backup: npm run restore -- .data/backups/haat-…');
  await restore({ from, dataDir: dataDir(), uploadsDir: uploadsDir() });
  console.log(`Restored into ${dataDir()}. Start it: npm start`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
