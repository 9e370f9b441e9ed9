import { uploadsDir } from './lib/data-dir.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';

// npm run seed: puts the demo market into an empty database; leaves any other alone.
await withOperatorDatabase(async (databaseUrl) => {
  const { seedDemoMarket } = await import('@haat/core/db/seeds/seed-demo-market');
  const done = await seedDemoMarket({ databaseUrl, uploadsDir: uploadsDir() });
  console.log(done ? 'The demo market is in.' : 'Nothing done: the database is not empty.');
});
