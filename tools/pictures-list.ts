import { settingsFor } from './app/settings.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';
import { loadDotEnv } from './lib/paths.ts';

// npm run pictures:list: lists the folder or bucket again, and enters the pictures that the database does not know.
await withOperatorDatabase(async (databaseUrl) => {
  loadDotEnv();
  // The services read their settings when they are loaded.
  Object.assign(process.env, settingsFor(process.env).env, { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  const { closeDatabase, connectDatabase } = await import('@haat/core/db/database');
  const { continuePictureInventory, restartPictureInventory, storedPictures } =
    await import('@haat/core/platform/picture-inventory');
  connectDatabase(databaseUrl);
  try {
    const before = await storedPictures();
    await restartPictureInventory();
    await continuePictureInventory({ maxBatches: Infinity });
    const after = await storedPictures();
    console.log(`${after} pictures, ${after - before} of them new. Maintenance removes those not in use within a day.`);
  } finally {
    await closeDatabase();
  }
});
