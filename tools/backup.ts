import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setting } from '@haat/core/ops/setting';
import { backUp } from './backup/back-up.ts';
import { dataDir, uploadsDir } from './lib/paths.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';

// npm run backup -- [folder]: the database and the pictures, while both are being used.
await withOperatorDatabase(async (databaseUrl) => {
  const into = process.argv[2] ?? join(dataDir(), 'backups');
  const { host, pathname } = new URL(databaseUrl);
  console.log(`Backing up the database ${host}${pathname} and the pictures in ${uploadsDir()} …`);
  if (!existsSync(uploadsDir())) console.log('This folder does not exist. Pictures in a bucket are not backed up.');
  const ownData = setting('DATABASE_URL', process.env) ? undefined : dataDir();
  const { folder, pictures, orders } = await backUp({ databaseUrl, uploadsDir: uploadsDir(), into, dataDir: ownData });
  const newest = orders.newest ? `, the newest ${orders.newest.number} of ${orders.newest.at.toISOString()}` : '';
  console.log(`Backed up into ${folder}: ${orders.count} orders${newest}, and ${pictures} pictures.`);
  console.log('Its files were checked against the manifest of PostgreSQL. Store a copy on another machine.');
});
