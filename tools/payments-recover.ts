import { settingsFor } from './app/settings.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';
import { loadDotEnv } from './lib/paths.ts';
import { UserError } from './lib/problem.ts';

const USAGE = 'Usage: npm run payments:recover -- <time of the backup, for example 2026-11-23T18:00>';

// npm run payments:recover -- <time>: after a restore, recovers the payments that were opened since from the providers.
await withOperatorDatabase(async (databaseUrl) => {
  const since = new Date(process.argv[2] ?? '');
  if (Number.isNaN(since.getTime())) throw new UserError(USAGE);
  await recover(databaseUrl, since);
});

async function recover(databaseUrl: string, since: Date): Promise<void> {
  loadDotEnv();
  // The services read their settings when they are loaded.
  Object.assign(process.env, settingsFor(process.env).env, { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  const { closeDatabase, connectDatabase } = await import('@haat/core/db/database');
  const { offeredProviders } = await import('@haat/core/gateways/payments/gateways');
  const { closeQueues } = await import('@haat/core/queue/queues');
  const { dispatchesSettled } = await import('@haat/core/queue/outbox');
  const { recoverPaymentsSince } = await import('@haat/core/payments/recover-payment');
  const providers = offeredProviders();
  if (providers.length === 0)
    return console.log('No payment provider is configured: there are no payments to recover.');
  connectDatabase(databaseUrl);
  try {
    for (const provider of providers) {
      const { checked, recovered, unknown } = await recoverPaymentsSince(provider, since);
      console.log(`${provider}: ${checked} payments since ${since.toISOString()}, ${recovered} recovered`);
      for (const id of unknown) console.log(`${provider}: ${id} could not be verified as ours`);
    }
    await dispatchesSettled();
  } finally {
    await closeQueues();
    await closeDatabase();
  }
}
