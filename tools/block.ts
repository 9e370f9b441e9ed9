import { parseArgs } from 'node:util';
import { settingsFor } from './app/settings.ts';
import { withOperatorDatabase } from './lib/operator-database.ts';
import { loadDotEnv } from './lib/paths.ts';
import { UserError } from './lib/problem.ts';

const USAGE = `npm run block -- --email person@mail.example

  --email      of the account
  --mobile     of an account that logs in with a mobile number: 10 digits
  --everyone   all accounts; with --log-out only
  --log-out    only end the sessions: the account can log in again
  --unblock    let a blocked account log in again`;

const OPTIONS = {
  email: { type: 'string' },
  mobile: { type: 'string' },
  everyone: { type: 'boolean' },
  'log-out': { type: 'boolean' },
  unblock: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

// npm run block: blocks an account, or logs it out. All processes learn of it immediately, unlike a SQL statement.
await run(process.argv.slice(2));

async function run(args: string[]): Promise<void> {
  try {
    const given = readArguments(args);
    if (given.help) return console.log(USAGE);
    await withOperatorDatabase((databaseUrl) => change(databaseUrl, given));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

type Given = ReturnType<typeof readArguments>;

function readArguments(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS, strict: true });
  const named = [values.email, values.mobile, values.everyone].filter((value) => value !== undefined).length;
  const isPossible = named === 1 && !(values.everyone && !values['log-out']) && !(values['log-out'] && values.unblock);
  if (!isPossible && !values.help) throw new UserError(USAGE);
  return values;
}

async function change(databaseUrl: string, given: Given): Promise<void> {
  loadDotEnv();
  // The services read their settings when they are loaded.
  Object.assign(process.env, settingsFor(process.env).env, { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  const { connectBus, signalsSettled } = await import('@haat/core/live/connect-bus');
  const { closeDatabase, connectDatabase } = await import('@haat/core/db/database');
  const { blockAccount, findAccountId, logOutEverywhere } = await import('@haat/core/platform/block-account');
  connectDatabase(databaseUrl);
  const bus = await connectBus();
  try {
    const { email, mobile, everyone, unblock = false } = given;
    const contact = { ...(email !== undefined && { email }), ...(mobile !== undefined && { mobile }) };
    const userId = everyone ? undefined : await findAccountId(contact);
    if (userId === undefined || given['log-out']) {
      console.log(`Sessions ended: ${await logOutEverywhere({ userId })}`);
    } else {
      await blockAccount({ userId, actorId: null, isBlocked: !unblock });
      console.log(unblock ? 'The account can log in again.' : 'The account is blocked and logged out everywhere.');
    }
    await signalsSettled();
  } finally {
    await bus.close();
    await closeDatabase();
  }
}
