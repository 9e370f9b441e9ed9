import { join } from 'node:path';
import { backUp } from './backup/back-up.ts';
import { dataDir, uploadsDir } from './lib/data-dir.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';

// npm run backup -- [folder]: the database and the pictures, while both are being used.
await withOperatorDatabase(async (databaseUrl) => {
  const into = process.argv[2] ?? join(dataDir(), 'backups');
  const folder = await backUp({ databaseUrl, uploadsDir: uploadsDir(), into });
  console.log(`Backed up into ${folder}. Keep a copy on another machine.`);
});
