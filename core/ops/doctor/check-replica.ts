import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { FOLLOWED_TIMELINE, PRIMARY_TIMELINE } from '../../db/standbys.ts';
import { errorFinding, type Finding, okFinding, reasonOf } from './finding.ts';

const ABOUT = 'Replica';

type Urls = { primary: string; replica: string };
type State = { cluster: string; name: string; lsn: string; timeline: number | null; isStandby: boolean };

/** Checks the replica of DATABASE_READ_URL: reachable, a standby of the primary on its timeline, and behind by no more than `maxLagMs`. */
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
  const [primary, replica] = [await read(ours, OF_PRIMARY), await read(theirs, OF_STANDBY)];
  if (!replica.isStandby) return errorFinding(ABOUT, 'is not a standby: set DATABASE_READ_URL to a streaming replica');
  if (replica.cluster !== primary.cluster)
    return errorFinding(ABOUT, 'is a standby of another cluster than DATABASE_URL (different system identifiers)');
  if (replica.name !== primary.name)
    return errorFinding(ABOUT, `is the database ${replica.name}, DATABASE_URL is ${primary.name}`);
  const askedAt = performance.now();
  for (let now = replica; ; now = await read(theirs, OF_STANDBY)) {
    const problem = differenceOf(primary, now, maxLagMs);
    if (problem === undefined) break;
    if (performance.now() - askedAt > maxLagMs) return errorFinding(ABOUT, problem);
    await sleep(50);
  }
  return okFinding(ABOUT, `a standby of the primary, behind by ${Math.round(performance.now() - askedAt)} ms at most`);
}

function differenceOf(primary: State, replica: State, maxLagMs: number): string | undefined {
  if (replica.timeline === null)
    return 'does not stream from the primary: everything is read from the primary. Check its log, primary_conninfo and the network';
  if (replica.timeline !== primary.timeline)
    return `is on timeline ${replica.timeline}, the primary on ${primary.timeline}: it follows a former primary. Build it anew (patronictl reinit)`;
  const bytes = Number(primary.lsn) - Number(replica.lsn);
  return bytes > 0
    ? `is behind by more than ${maxLagMs} ms (DATABASE_READ_MAX_LAG_MS), ${bytes} bytes of WAL: everything is read from the primary. See docs/operations.md`
    : undefined;
}

// The functions of a primary fail on a standby.
const OF_PRIMARY = `pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS lsn, ${PRIMARY_TIMELINE} AS timeline`;
const OF_STANDBY = `pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text AS lsn, ${FOLLOWED_TIMELINE} AS timeline`;

async function read(client: pg.Client, position: string): Promise<State> {
  const { rows } = await client.query<State>(
    `SELECT pg_is_in_recovery() AS "isStandby", system_identifier::text AS cluster, current_database() AS name, ${position}
     FROM pg_control_system()`,
  );
  if (!rows[0]) throw new Error('No answer');
  return rows[0];
}
