import pg from 'pg';
import { checkStandbys } from './check-standbys.ts';
import { doneMigrations, judgeMigrations, migrationFiles } from '../../db/migrate.ts';
import { missingObjects } from '../../db/schema-objects.ts';
import { type Finding, infoFinding, reasonOf, okFinding, errorFinding } from './finding.ts';

const OLDEST = 150_000;
const MOST_SKEW_MS = 2_000;

/** What decides how many connections a program opens: `pool`, DATABASE_POOL, and whether bus and queues are in Redis. */
export type Opening = { pool: number; withRedis: boolean };

/** Most connections of an api and a worker: a pool each, one that watches commits; without Redis one each for the bus, 3 and 18 for queues. */
const connectionsOf = ({ pool, withRedis }: Opening): number => 2 * pool + 1 + (withRedis ? 0 : 2 + 3 + 18);

type Facts = {
  version: number;
  named: string;
  clock: number;
  settings: Record<string, string>;
  used: number;
  canCreate: boolean;
  /** Which are not in this database, and cannot be created by this user. */
  missingExtensions: string[];
  canBackUp: boolean;
  user: string;
};

/** Checks the database at `url` for this version, and whether it has enough free connections for `opening`. */
export async function checkDatabase(url: string, opening: Opening): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'haat-doctor',
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    return [
      errorFinding(
        'PostgreSQL',
        `cannot be reached (${reasonOf(error)}): start it, and check host, port, name and password in DATABASE_URL`,
      ),
    ];
  }
  try {
    const askedAt = Date.now();
    const { rows } = await client.query<Facts>(FACTS);
    const skew = rows[0] ? rows[0].clock - (askedAt + Date.now()) / 2 : 0;
    if (!rows[0]) return [];
    return [
      ...judge(rows[0], opening),
      clock(skew),
      ...(await checkMigrations(client, rows[0])),
      ...(await checkStandbys(client)),
    ];
  } catch (error) {
    return [errorFinding('PostgreSQL', `refuses the query (${reasonOf(error)})`)];
  } finally {
    await client.end();
  }
}

function judge({ version, named, settings, used, user, canCreate, canBackUp }: Facts, opening: Opening): Finding[] {
  const found = [
    version < OLDEST
      ? errorFinding('PostgreSQL', `is ${named}: 15 or newer is required, 18 is tested`)
      : okFinding('PostgreSQL', named),
  ];
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => settings[name] === 'off');
  if (unsafe.length > 0)
    found.push(errorFinding('Disk', `${unsafe.join(', ')} off: a power cut loses confirmed orders. Turn it on`));
  else found.push(okFinding('Disk', 'committed data survives a power cut'));
  if (settings.wal_level === 'minimal')
    found.push(errorFinding('Backup', 'wal_level is minimal: no backups while it runs. Set it to replica'));
  const left = Number(settings.max_connections) - Number(settings.superuser_reserved_connections) - used;
  const pairs = Math.floor(left / connectionsOf(opening));
  found.push(
    pairs < 1
      ? errorFinding(
          'Connections',
          `${left} are left, an api with a worker opens up to ${connectionsOf(opening)}: raise max_connections or lower DATABASE_POOL`,
        )
      : okFinding('Connections', `${left} are left, enough for ${pairs} more of api and worker`),
  );
  found.push(
    canBackUp
      ? okFinding('Backup', 'this user may run npm run backup')
      : infoFinding(
          'Backup',
          `this user may not run npm run backup: as a superuser, ALTER ROLE ${user} REPLICATION, or back up by other means`,
        ),
  );
  if (!canCreate) found.push(errorFinding('Permissions', 'this user cannot create tables, which migrations require'));
  return found;
}

const clock = (skew: number): Finding =>
  Math.abs(skew) > MOST_SKEW_MS
    ? errorFinding(
        'Clock',
        `differs from the database's by ${Math.round(skew / 1_000)} s: codes and sessions would expire at wrong times. Synchronize both by NTP`,
      )
    : okFinding('Clock', "agrees with the database's");

async function checkMigrations(client: pg.Client, { settings, missingExtensions }: Facts): Promise<Finding[]> {
  const done = await doneMigrations(client);
  if (done.length === 0)
    return [
      unavailableExtensions(settings) ??
        forbiddenExtensions(missingExtensions) ??
        errorFinding('Migrations', 'the database is empty: npm run migrate'),
    ];
  const { pending, problem, note } = judgeMigrations(done, await migrationFiles());
  const state = problem
    ? errorFinding('Migrations', problem)
    : pending.length > 0
      ? infoFinding('Migrations', `${pending.length} pending: run npm run migrate before this version starts`)
      : note
        ? infoFinding('Migrations', note)
        : okFinding('Migrations', 'all have been run');
  return [state, await checkObjects(client)];
}

async function checkObjects(client: pg.Client): Promise<Finding> {
  const missing = await missingObjects(client);
  if (missing.length === 0) return okFinding('Schema', 'indexes, constraints and triggers are complete');
  const named = missing.slice(0, MOST_NAMED).map(({ table, kind, name }) => `${kind} ${name} of ${table}`);
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
  return errorFinding(
    'Schema',
    `lacks ${named.join(', ')}${more}: a restore failed halfway, or they were dropped. Restore the backup again, or create them`,
  );
}

const MOST_NAMED = 5;

const EXTENSIONS = ['cube', 'earthdistance', 'pg_trgm'];

function unavailableExtensions({ extensions = '' }: Facts['settings']): Finding | undefined {
  const missing = EXTENSIONS.filter((name) => !extensions.split(' ').includes(name));
  if (missing.length === 0) return undefined;
  return errorFinding('Extensions', `${missing.join(' and ')} are not available: install PostgreSQL's contrib package`);
}

function forbiddenExtensions(names: string[]): Finding | undefined {
  if (names.length === 0) return undefined;
  const statements = names.map((name) => `CREATE EXTENSION ${name} CASCADE`).join('; ');
  return errorFinding(
    'Extensions',
    `${names.join(' and ')} missing, and this user cannot create them. As a superuser, run in this database: ${statements}`,
  );
}

const FACTS = `
  SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS named,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock,
    (SELECT json_object_agg(name, setting) FROM pg_settings WHERE name IN ('fsync', 'full_page_writes',
      'synchronous_commit', 'wal_level', 'max_connections', 'superuser_reserved_connections'))::jsonb
      || jsonb_build_object('extensions', (SELECT string_agg(name, ' ') FROM pg_available_extensions
        WHERE name IN ('cube', 'earthdistance', 'pg_trgm'))) AS settings,
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
    has_database_privilege(current_database(), 'CREATE') AS "canCreate",
    (SELECT rolsuper OR rolreplication FROM pg_roles WHERE rolname = current_user) AS "canBackUp", quote_ident(current_user) AS user,
    ARRAY(SELECT e.name FROM pg_available_extensions e
      WHERE e.name IN ('cube', 'earthdistance', 'pg_trgm') AND e.installed_version IS NULL
        AND NOT EXISTS (SELECT FROM pg_available_extension_versions v WHERE v.name = e.name AND v.version = e.default_version
          AND ((SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
            OR v.trusted AND has_database_privilege(current_database(), 'CREATE')))
      ORDER BY e.name)::text[] AS "missingExtensions"`;
