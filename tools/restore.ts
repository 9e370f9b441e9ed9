import { restore } from './backup/back-up.ts';
import { dataDir, uploadsDir, loadDotEnv } from './lib/paths.ts';

// npm run restore -- <folder of a backup>: into the empty HAAT_DATA_DIR of an installation that runs its own PostgreSQL.
loadDotEnv();
try {
  const from = process.argv[2];
  if (!from) throw new Error('Specify the folder of the backup: npm run restore -- .data/backups/haat-…');
  const { isVerified } = await restore({ from, dataDir: dataDir(), uploadsDir: uploadsDir() });
  if (!isVerified) console.log('This backup has no list of its files, so that they were not checked.');
  const start = process.env.HAAT_DATA_DIR ? `HAAT_DATA_DIR=${dataDir()} npm start` : 'npm start';
  console.log(`Restored into ${dataDir()}. Start it: ${start}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
