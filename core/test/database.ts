/**
 * The URL of this test file's own database: migrated, empty, dropped after the run. The set-up of the server tests has
 * made it and named it in DATABASE_URL before any import of core.
 */
export function testDatabase(): string {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('This file is not run by the "server" project of vitest.config.ts.');
  return url;
}

/** The same database without the optional pooler of the tests, for work that needs a session. */
export const directTestDatabase = (): string => process.env.DATABASE_DIRECT_URL || testDatabase();
