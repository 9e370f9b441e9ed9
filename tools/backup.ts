import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from './backup/back-up.ts';
import { dataDir, uploadsDir } from './lib/paths.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';

// npm run backup -- [folder]: the database and the pictures, while both are being used.
await withOperatorDatabase(async (databaseUrl) => {
  const into = process.argv[2] ?? join(dataDir(), 'backups');
  const { host, pathname } = new URL(databaseUrl);
  console.log(`Backing up the database ${host}${pathname} and the pictures in ${uploadsDir()} …`);
  if (!existsSync(uploadsDir())) console.log('This folder does not exist. Pictures in a bucket are not backed up.');
  const { folder, pictures } = await backUp({ databaseUrl, uploadsDir: uploadsDir(), into });
  console.log(`Backed up into ${folder}, with ${pictures} pictures. Store a copy on another machine.`);
});
