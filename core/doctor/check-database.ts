import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { MIGRATIONS } from '../db/migrate.ts';
import { type Finding, note, reasonOf, right, wrong } from './finding.ts';

const OLDEST = 150_000;
const MOST_SKEW_MS = 2_000;
/** What an api and a worker open at most: two pools each, the bus, and the queue where that is in PostgreSQL. */
const connectionsOf = (pool: number): number => 4 * pool + 2 + 3 + 14;

type Facts = {
  version: number;
  named: string;
  clock: number;
  settings: Record<string, string>;
  used: number;
  canCreate: boolean;
};

/** Whether the database at `url` can carry this version, with pools of this size. */
export async function checkDatabase(url: string, pool: number): Promise<Finding[]> {
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
      wrong(
        'PostgreSQL',
        `cannot be reached (${reasonOf(error)}): start it, and see host, port, name and password in DATABASE_URL`,
      ),
    ];
  }
  try {
    const askedAt = Date.now();
    const { rows } = await client.query<Facts>(FACTS);
    const skew = rows[0] ? rows[0].clock - (askedAt + Date.now()) / 2 : 0;
    return rows[0] ? [...judge(rows[0], pool), clock(skew), await migrations(client, rows[0])] : [];
  } catch (error) {
    return [wrong('PostgreSQL', `refuses to be asked (${reasonOf(error)})`)];
  } finally {
    await client.end();
  }
}

function judge({ version, named, settings, used, canCreate }: Facts, pool: number): Finding[] {
  const found = [
    version < OLDEST
      ? wrong('PostgreSQL', `is ${named}: 15 or newer is needed, 18 is what is tested`)
      : right('PostgreSQL', named),
  ];
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => settings[name] === 'off');
  if (unsafe.length > 0)
    found.push(
      wrong('Disk', `${unsafe.join(', ')} off: orders that were answered are lost with the power. Turn it on`),
    );
  else found.push(right('Disk', 'what was committed survives a power cut'));
  if (settings.wal_level === 'minimal')
    found.push(wrong('Backup', 'wal_level is minimal: no backup while it runs. Set it to replica'));
  const left = Number(settings.max_connections) - Number(settings.superuser_reserved_connections) - used;
  const pairs = Math.floor(left / connectionsOf(pool));
  found.push(
    pairs < 1
      ? wrong(
          'Connections',
          `${left} are left, an api with a worker opens up to ${connectionsOf(pool)}: raise max_connections or lower DATABASE_POOL`,
        )
      : right('Connections', `${left} are left, enough for ${pairs} more of api and worker`),
  );
  if (!canCreate) found.push(wrong('Rights', 'this user may not create in the database, which migrations do'));
  return found;
}

const clock = (skew: number): Finding =>
  Math.abs(skew) > MOST_SKEW_MS
    ? wrong(
        'Clock',
        `differs from the database's by ${Math.round(skew / 1_000)} s: codes and sessions would end at odd times. Let both follow NTP`,
      )
    : right('Clock', "agrees with the database's");

async function migrations(client: pg.Client, { settings }: Facts): Promise<Finding> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.ts'));
  const { rows } = await client.query<{ there: boolean }>("SELECT to_regclass('knex_migrations') IS NOT NULL AS there");
  if (!rows[0]?.there)
    return missingExtensions(settings) ?? wrong('Migrations', 'the database is empty: npm run migrate');
  const done = await client.query<{ name: string }>('SELECT name FROM knex_migrations');
  const names = new Set(done.rows.map(({ name }) => name));
  const pending = files.filter((file) => !names.has(file)).length;
  if (pending > 0) return wrong('Migrations', `${pending} are to be run: npm run migrate`);
  const newer = names.size - files.length;
  return newer > 0
    ? note('Migrations', `the database is ${newer} ahead of this version`)
    : right('Migrations', 'all have been run');
}

function missingExtensions({ extensions = '' }: Facts['settings']): Finding | undefined {
  const missing = ['cube', 'earthdistance'].filter((name) => !extensions.split(' ').includes(name));
  if (missing.length === 0) return undefined;
  return wrong(
    'Extensions',
    `${missing.join(' and ')} cannot be had here: install the package of PostgreSQL's contrib modules`,
  );
}

const FACTS = `
  SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS named,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock,
    (SELECT json_object_agg(name, setting) FROM pg_settings WHERE name IN ('fsync', 'full_page_writes',
      'synchronous_commit', 'wal_level', 'max_connections', 'superuser_reserved_connections'))::jsonb
      || jsonb_build_object('extensions', (SELECT string_agg(name, ' ') FROM pg_available_extensions
        WHERE name IN ('cube', 'earthdistance'))) AS settings,
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
    has_database_privilege(current_database(), 'CREATE') AS "canCreate"`;
