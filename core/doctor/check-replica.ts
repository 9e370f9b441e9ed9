import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorFinding, type Finding, okFinding, reasonOf } from './finding.ts';

const ABOUT = 'Replica';

type Urls = { primary: string; replica: string };
type State = { cluster: string; name: string; lsn: string; isStandby: boolean };

/** Checks the replica of DATABASE_READ_URL: reachable, a standby of the primary, and behind by no more than `maxLagMs`. */
export async function checkReplica({ primary, replica }: Urls, maxLagMs: number): Promise<Finding[]> {
  const [ours, theirs] = [clientOf(primary), clientOf(replica)];
  try {
    await theirs.connect();
  } catch (error) {
    return [
      errorFinding(
        ABOUT,
        `cannot be reached (${reasonOf(error)}): everything is read from the primary. Start it, and check host, port, name and password in DATABASE_READ_URL`,
      ),
    ];
  }
  try {
    await ours.connect();
    return [await compare(ours, theirs, maxLagMs)];
  } catch (error) {
    return [errorFinding(ABOUT, `cannot be compared with the primary (${reasonOf(error)})`)];
  } finally {
    await Promise.all([ours.end(), theirs.end()]);
  }
}

function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, application_name: 'haat-doctor' });
  client.on('error', () => {});
  return client;
}

async function compare(ours: pg.Client, theirs: pg.Client, maxLagMs: number): Promise<Finding> {
  const [primary, replica] = [await read(ours, 'pg_current_wal_lsn()'), await read(theirs, 'pg_last_wal_replay_lsn()')];
  if (!replica.isStandby) return errorFinding(ABOUT, 'is not a standby: set DATABASE_READ_URL to a streaming replica');
  if (replica.cluster !== primary.cluster)
    return errorFinding(ABOUT, 'is a standby of another cluster than DATABASE_URL (different system identifiers)');
  if (replica.name !== primary.name)
    return errorFinding(ABOUT, `is the database ${replica.name}, DATABASE_URL is ${primary.name}`);
  const askedAt = performance.now();
  for (let lsn = Number(replica.lsn); lsn < Number(primary.lsn);) {
    if (performance.now() - askedAt > maxLagMs)
      return errorFinding(
        ABOUT,
        `is behind by more than ${maxLagMs} ms (DATABASE_READ_MAX_LAG_MS), ${Number(primary.lsn) - lsn} bytes of WAL: everything is read from the primary. See docs/operations.md`,
      );
    await sleep(50);
    lsn = Number((await read(theirs, 'pg_last_wal_replay_lsn()')).lsn);
  }
  return okFinding(ABOUT, `a standby of the primary, behind by ${Math.round(performance.now() - askedAt)} ms at most`);
}

async function read(client: pg.Client, position: string): Promise<State> {
  // The function of a primary fails on a standby, and the other way round it is NULL.
  const { rows } = await client.query<State>(
    `SELECT pg_is_in_recovery() AS "isStandby", system_identifier::text AS cluster, current_database() AS name,
       pg_wal_lsn_diff(${position}, '0/0')::text AS lsn
     FROM pg_control_system()`,
  );
  if (!rows[0]) throw new Error('No answer');
  return rows[0];
}
