import { updateSharedCatalog } from '../core/catalog/load-shared-catalog.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';

// npm run catalog: brings the shared catalog to what this version ships. `npm run migrate` and `npm start` do it, too.
await withOperatorDatabase(async (databaseUrl) => {
  await updateSharedCatalog(databaseUrl);
  console.log('The shared catalog is up to date.');
});
