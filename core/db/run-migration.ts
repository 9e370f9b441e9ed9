import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import knexFactory, { type Knex } from 'knex';
import type pg from 'pg';
import { backoff } from '../lib/async.ts';
import { MigrationError } from './migration-error.ts';

/** All others of its table wait behind a statement that waits for a lock, reads included: it gives up soon. */
const LOCK_TIMEOUT = '2s';
const ATTEMPTS = 30;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const INSUFFICIENT_PRIVILEGE = '42501';
const EXTENSION_NOT_AVAILABLE = ['58P01', '0A000'];

/** Runs all migrations of `directory` in a database that nothing else uses yet. Throws a `MigrationError`. */
export const runOnEmptyDatabase = (databaseUrl: string, directory: string): Promise<void> =>
  withKnex(databaseUrl, '0', async (knex) => {
    await knex.migrate.latest(optionsOf(directory)).catch((error: unknown) => {
      throw explained(error, 'The first migration');
    });
  });

/**
 * Runs one migration in a transaction of its own, while the database is in use: when it waits for a lock, it is undone and repeated
 * after a pause in which others go on. One with `config = { transaction: false }` waits as long as it takes, because its
 * statements, such as CREATE INDEX CONCURRENTLY, block nothing. Throws a `MigrationError`.
 */
export async function runMigration(databaseUrl: string, directory: string, name: string): Promise<void> {
  const migration = (await import(pathToFileURL(join(directory, name)).href)) as { config?: { transaction?: boolean } };
  const lockTimeout = migration.config?.transaction === false ? '0' : LOCK_TIMEOUT;
  await withKnex(databaseUrl, lockTimeout, async (knex) => {
    for (let attempt = 1; ; attempt += 1) {
      const failure = await knex.migrate.up({ ...optionsOf(directory), name }).then(
        () => undefined,
        (error: unknown) => error ?? new Error('unknown'),
      );
      if (failure === undefined) return;
      if (!isBlocked(failure) || attempt === ATTEMPTS) throw explained(failure, `The migration ${name}`);
      await sleep(backoff(attempt));
    }
  });
}

const optionsOf = (directory: string): Knex.MigratorConfig => ({
  directory,
  loadExtensions: ['.ts'],
  // A database may have migrations of earlier versions, whose files are gone (`judgeMigrations`).
  disableMigrationsListValidation: true,
});

async function withKnex(databaseUrl: string, lockTimeout: string, work: (knex: Knex) => Promise<void>): Promise<void> {
  const silent = () => {};
  const knex = knexFactory({
    client: 'pg',
    connection: { connectionString: databaseUrl, application_name: 'haat-migrate' },
    pool: {
      min: 0,
      max: 2,
      afterCreate: (client: pg.Client, done: (error?: Error) => void) =>
        void client.query(`SET lock_timeout = '${lockTimeout}'`).then(() => done(), done),
    },
    compileSqlOnError: false,
    // It would print whole migrations.
    log: { warn: silent, error: silent, deprecate: silent, debug: silent },
  });
  // Without the statement, which knex puts in front.
  knex.on('query-error', (error: Error, { sql }: { sql: string }) => {
    error.message = error.message.replace(`${sql} - `, '');
  });
  try {
    // A killed migration without a transaction leaves its lock behind. No other process migrates now.
    await knex.migrate.forceFreeMigrationsLock();
    await work(knex);
  } finally {
    await knex.destroy();
  }
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

const isBlocked = (error: unknown): boolean => [LOCK_NOT_AVAILABLE, DEADLOCK].includes(codeOf(error));

function explained(error: unknown, what: string): MigrationError {
  const { message, hint } = error as { message: string; hint?: string };
  return new MigrationError(`${what} failed: ${message}. ${remedyOf(error, message) ?? hint ?? ''}`.trim());
}

function remedyOf(error: unknown, message: string): string | undefined {
  if (isBlocked(error))
    return (
      'Other transactions hold the lock for minutes: find them in pg_stat_activity by their xact_start and end them, then run ' +
      'npm run migrate again.'
    );
  const extension = /extension "(\w+)"/.exec(message)?.[1];
  if (!extension) return undefined;
  if (codeOf(error) === INSUFFICIENT_PRIVILEGE)
    return `As a superuser, run this in the database: CREATE EXTENSION ${extension} CASCADE;`;
  return EXTENSION_NOT_AVAILABLE.includes(codeOf(error)) ? "Install PostgreSQL's contrib package." : undefined;
}
