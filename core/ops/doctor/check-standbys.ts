import { once } from 'node:events';
import type pg from 'pg';
import { withTimeout } from '../../lib/async.ts';
import { isPooled } from '../../db/pooler.ts';
import { READ_STANDBYS, type Standbys } from '../../db/standbys.ts';
import { type Finding, errorFinding, infoFinding, okFinding } from './finding.ts';

const LISTEN_TIMEOUT_MS = 5_000;

/** Checks that this is a primary, whether a standby receives its commits, and that signals arrive. */
export async function checkStandbys(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<Standbys>(READ_STANDBYS);
  const [standbys] = rows;
  if (!standbys) return [];
  if (!standbys.isPrimary)
    return [
      errorFinding(
        'Primary',
        'this server is a standby, which cannot write: DATABASE_URL must be an address that follows the primary',
      ),
    ];
  // `checkPooler` checks LISTEN through a pooler.
  return [judge(standbys), ...((await isPooled(client)) ? [] : [await checkSignals(client)])];
}

function judge({ isSynchronous, confirming }: Standbys): Finding {
  if (!isSynchronous)
    return infoFinding(
      'Standby',
      'no synchronous standby: if this disk is lost, so are the orders since the last backup',
    );
  if (confirming === null)
    return infoFinding('Standby', 'not checked, because this user may not: GRANT pg_monitor to it');
  return confirming === 0
    ? errorFinding('Standby', 'none confirms commits, so writes wait: start the standbys (patronictl list)')
    : okFinding('Standby', `${confirming} confirm commits`);
}

async function checkSignals(client: pg.Client): Promise<Finding> {
  const channel = `haat_doctor_${process.pid}`;
  try {
    await client.query(`LISTEN ${channel}`);
    const arrived = once(client, 'notification');
    await client.query('SELECT pg_notify($1, $2)', [channel, '']);
    await withTimeout(arrived, LISTEN_TIMEOUT_MS, 'No signal arrived');
    return okFinding('LISTEN', 'signals arrive');
  } catch {
    return errorFinding(
      'LISTEN',
      'no signal arrives: without REDIS_URL, live updates and queues need LISTEN and NOTIFY',
    );
  }
}
