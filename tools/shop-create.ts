import { settingsFor } from './app/settings.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';
import { loadDotEnv } from './lib/paths.ts';
import { UserError } from './lib/problem.ts';
import { readNewShop, USAGE, type Answers } from './shop/new-shop-options.ts';

const NO_TABLE = '42P01';

// npm run shop:create: a new shop with its first admin. At a terminal, asks for the values without a flag.
await run(process.argv.slice(2));

async function run(args: string[]): Promise<void> {
  if (args.includes('--help')) return console.log(USAGE);
  try {
    const answers = await readNewShop(args, process.stdin.isTTY);
    await withOperatorDatabase((databaseUrl) => create(databaseUrl, answers));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function create(databaseUrl: string, { fields, isPlatform }: Answers): Promise<void> {
  loadDotEnv();
  // The services read their settings when they are loaded. An unavailable queue is ignored here: the sweep of
  // the worker queues the job later.
  Object.assign(process.env, settingsFor(process.env).env, { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  const { closeDatabase, connectDatabase } = await import('@haat/core/db/database');
  const { closeQueues } = await import('@haat/core/queue/queues');
  const { dispatchesSettled: dispatched } = await import('@haat/core/queue/outbox');
  const { createShop } = await import('@haat/core/platform/platform-shops');
  const { connectBus, signalsSettled } = await import('@haat/core/live/connect-bus');
  connectDatabase(databaseUrl);
  const bus = await connectBus();
  try {
    const { id } = await createShop({ actorId: null, fields, isPlatform }).catch(explain);
    console.log(`The shop ${fields.name} (id ${id}) was created: /#/${fields.slug}/products`);
    console.log(
      `${fields.admin_email} receives an invitation once a worker runs, and can log in at /#/${fields.slug}/login`,
    );
    await Promise.all([dispatched(), signalsSettled()]);
  } finally {
    await bus.close();
    await closeQueues();
    await closeDatabase();
  }
}

function explain(error: unknown): never {
  const isEmpty = error instanceof Error && 'code' in error && error.code === NO_TABLE;
  throw isEmpty ? new UserError('The database has no tables yet. Run this first: npm run migrate') : error;
}
