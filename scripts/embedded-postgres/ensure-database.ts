import pg from 'pg';

const ALREADY_THERE = ['42P04', '23505']; // the second when two create it at the same moment

/** Creates `database` on the server of `serverUrl` (any database of it will do) when it is missing. */
export async function ensureDatabase(serverUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (error) {
    if (!ALREADY_THERE.includes(String((error as { code?: string }).code))) throw error;
  } finally {
    await client.end();
  }
}
