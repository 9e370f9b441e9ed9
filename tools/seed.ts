import { settingsFor } from './app/settings.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';

// npm run seed: puts the demo market into an empty database; leaves any other alone.
await withOperatorDatabase(async (databaseUrl) => {
  // Modules of core read the environment when they are loaded.
  Object.assign(process.env, { ...settingsFor(process.env).env, DATABASE_URL: databaseUrl });
  const { imageStore } = await import('@haat/core/gateways/image-store');
  const { seedDemoMarket } = await import('@haat/core/db/seeds/seed-demo-market');
  const done = await seedDemoMarket({ databaseUrl, pictures: imageStore() });
  console.log(done ? 'The demo market was loaded.' : 'Skipped: the database is not empty.');
});
