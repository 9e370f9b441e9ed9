import { migrate } from '../core/db/migrate.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';

// npm run migrate: brings the database to the schema of this version.
await withOperatorDatabase(async (databaseUrl) => {
  await migrate(databaseUrl);
  console.log('The database is up to date.');
});
