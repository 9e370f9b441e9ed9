import { migrate } from '../core/db/migrate.ts';
import { updateSharedCatalog } from '../core/catalog/load-shared-catalog.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';

// npm run migrate: brings the database to the schema of this version, and the shared catalog to what it ships.
await withOperatorDatabase(async (databaseUrl) => {
  const note = await migrate(databaseUrl);
  if (note) return console.log(note);
  await updateSharedCatalog(databaseUrl);
  console.log('The database is up to date.');
});
