import { randomInt } from 'node:crypto';
import pg from 'pg';
import { canListen, isPooled } from '../../db/pooler.ts';
import { type Finding, infoFinding, reasonOf, okFinding, errorFinding } from './finding.ts';

const FIRST_WITH_PREPARED_STATEMENTS = [1, 21] as const;
const ROUNDS = 5;
const DUPLICATE_PREPARED_STATEMENT = '42P05';
const UNKNOWN_PREPARED_STATEMENT = '26000';

type Addresses = { url: string; directUrl: string | undefined };

/**
 * Checks whether DATABASE_URL points to a pooler that Haat can use, and DATABASE_DIRECT_URL to the same database without one.
 * Finds nothing when there is neither; a database that does not respond is a finding of `checkDatabase`. Takes three seconds for
 * each pooler in transaction mode.
 */
export async function checkPooler({ url, directUrl }: Addresses): Promise<Finding[]> {
  const [client, other] = [clientOf(url), clientOf(url)];
  const clients = [client, other];
  try {
    await Promise.all(clients.map((each) => each.connect()));
    const found = (await isPooled(client)) ? await judgePooler({ url, client, other, hasDirect: !!directUrl }) : [];
    return directUrl ? [...found, await checkDirect(directUrl, [client, other])] : found;
  } catch (error) {
    return [infoFinding('Pooler', `was not checked (${reasonOf(error)})`)];
  } finally {
    await Promise.all(clients.map((each) => each.end().catch(() => {})));
  }
}

function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, application_name: 'haat-doctor' });
  client.on('error', () => {});
  return client;
}

type Pooled = { url: string; client: pg.Client; other: pg.Client; hasDirect: boolean };

async function judgePooler({ url, client, other, hasDirect }: Pooled): Promise<Finding[]> {
  if (await canListen(client, other))
    return [infoFinding('Pooler', 'is in session mode: each connection to it occupies one to PostgreSQL')];
  const found = [await judgePreparedStatements(url, [client, other])];
  if (!hasDirect)
    found.push(
      errorFinding(
        'DATABASE_DIRECT_URL',
        'is not set, and DATABASE_URL points to a pooler in transaction mode: LISTEN, queues in PostgreSQL, migrations and ' +
          'backups need the address of PostgreSQL itself',
      ),
    );
  return found;
}

async function judgePreparedStatements(url: string, clients: [pg.Client, pg.Client]): Promise<Finding> {
  const facts = await readConsole(url);
  const name = facts?.version ?? 'in transaction mode';
  if (facts?.version && isOlder(facts.version))
    return errorFinding('Pooler', `${name} does not support prepared statements: use 1.21 or newer`);
  if (facts?.maxPreparedStatements === 0 || !(await keepsPreparedStatements(clients)))
    return errorFinding('Pooler', `${name} loses prepared statements: set max_prepared_statements = 500`);
  return okFinding('Pooler', facts?.version ? `${name} in transaction mode` : name);
}

function isOlder(version: string): boolean {
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  const [firstMajor, firstMinor] = FIRST_WITH_PREPARED_STATEMENTS;
  return major < firstMajor || (major === firstMajor && minor < firstMinor);
}

type Console = { version: string; maxPreparedStatements: number };

/** What PgBouncer reports to a user of its `stats_users`; undefined to others, and for other poolers. */
async function readConsole(url: string): Promise<Console | undefined> {
  const address = new URL(url);
  address.pathname = '/pgbouncer';
  const client = clientOf(address.href);
  try {
    await client.connect();
    const { rows: versions } = await client.query<{ version: string }>('SHOW VERSION');
    const { rows: settings } = await client.query<{ key: string; value: string }>('SHOW CONFIG');
    const kept = settings.find(({ key }) => key === 'max_prepared_statements')?.value;
    return { version: versions[0]?.version ?? '', maxPreparedStatements: Number(kept ?? 0) };
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Whether two clients that prepare different statements under one name each get their own. Where a pooler does not keep them
 * apart, they meet on a shared connection, unless others use all of them at that moment.
 */
async function keepsPreparedStatements(clients: [pg.Client, pg.Client]): Promise<boolean> {
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [at, client] of clients.entries()) {
        const statement = { name: 'haat-doctor', text: `SELECT ${at} AS "preparedBy"` };
        const { rows } = await client.query<{ preparedBy: number }>(statement);
        if (rows[0]?.preparedBy !== at) return false;
      }
    }
    return true;
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : '';
    if (code === DUPLICATE_PREPARED_STATEMENT || code === UNKNOWN_PREPARED_STATEMENT) return false;
    throw error;
  }
}

const DIRECT = 'DATABASE_DIRECT_URL';

async function checkDirect(directUrl: string, [client, other]: [pg.Client, pg.Client]): Promise<Finding> {
  const direct = clientOf(directUrl);
  try {
    await direct.connect();
    if (!(await isSameDatabase(client, direct)))
      return errorFinding(DIRECT, 'points to another database than DATABASE_URL, or to a replica of it');
    if (!(await canListen(direct, other)))
      return errorFinding(DIRECT, 'points to a pooler in transaction mode: use the address of PostgreSQL itself');
    return okFinding(DIRECT, 'points to the same database');
  } catch (error) {
    return errorFinding(DIRECT, `cannot be reached (${reasonOf(error)})`);
  } finally {
    await direct.end().catch(() => {});
  }
}

/** By a lock of the one that the other cannot take: needs no permissions, and distinguishes a server from its replicas. */
async function isSameDatabase(client: pg.Client, direct: pg.Client): Promise<boolean> {
  const key = randomInt(2 ** 47);
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [key]);
    const { rows } = await direct.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [key]);
    return rows[0]?.taken === false;
  } finally {
    await client.query('ROLLBACK');
  }
}
