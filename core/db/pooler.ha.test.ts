import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findEngines } from '../../tests/servers/engines.ts';
import { type PgBouncer, startPgBouncer } from '../../tests/servers/pgbouncer.ts';
import { freePort } from '../../tools/lib/ports.ts';
import type { Bus, Signal } from '../live/bus.ts';
import { connectPostgresBus } from '../live/postgres-bus.ts';
import { env } from '../ops/env.ts';
import { log } from '../ops/log.ts';
import { createUser } from '../test/factories.ts';
import { directTestDatabase } from '../test/database.ts';
import { closeDatabase, connectDatabase, database, inTransaction } from './database.ts';
import { isOutage } from './outage.ts';
import { User } from './accounts.models.ts';

const found = await findEngines();
// oxlint-disable-next-line no-console -- reports why nothing is tested
if ('missing' in found) console.warn(`PgBouncer is SKIPPED: ${found.missing}.`);
const direct = directTestDatabase();
const name = new URL(direct).pathname.slice(1);
const open: PgBouncer[] = [];

async function start(settings: Record<string, string | number> = {}): Promise<string> {
  if ('missing' in found) throw new Error(found.missing);
  const pooler = await startPgBouncer(found.engines, { serverUrl: direct, settings });
  open.push(pooler);
  return pooler.url(name);
}

describe.skipIf('missing' in found)('through PgBouncer', () => {
  let pooled: string;
  beforeAll(async () => void (pooled = await start({ default_pool_size: 1, query_wait_timeout: 1 })));
  afterAll(() => Promise.all(open.map((pooler) => pooler.stop())));
  const clients: { end(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
    await closeDatabase();
  });
  const poolOf = (connectionString: string): pg.Pool => {
    const pool = new pg.Pool({ connectionString, max: 2 });
    clients.push(pool);
    return pool;
  };

  it('does not connect the bus where notifications never arrive, and names the settings to change', async () => {
    await expect(connectPostgresBus(pooled, poolOf(pooled))).rejects.toThrow(/set DATABASE_DIRECT_URL to the address/);
  });

  it('does not start the api without the address of PostgreSQL itself, and does with it', async () => {
    const withoutDirect = await startApi({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: '' });
    expect(withoutDirect).toContain('set DATABASE_DIRECT_URL to the address');
    expect(withoutDirect).not.toContain('The api is ready');
    expect(await startApi({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })).toContain('The api is ready');
  });

  it.each([
    ['a direct connection', () => Promise.resolve(direct)],
    ['a pooler in session mode', () => start({ pool_mode: 'session' })],
  ])('carries signals from the pooler to %s', async (_, address) => {
    const warnings = vi.spyOn(log, 'warn');
    const bus: Bus = await connectPostgresBus(await address(), poolOf(pooled));
    const received: Signal[] = [];
    bus.subscribe((signal) => received.push(signal));
    await bus.publish({ type: 'feed', feed: 'shop:7', seq: 3 });
    await expect.poll(() => received, { timeout: 20_000 }).toEqual([{ type: 'feed', feed: 'shop:7', seq: 3 }]);
    expect(warnings).not.toHaveBeenCalled();
    await bus.close();
  });

  it('shares one connection among all statements, transactions and models', async () => {
    Object.assign(env, { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct });
    connectDatabase();
    const { id } = await createUser();
    const pids = await Promise.all(
      Array.from({ length: 30 }, (_, each) =>
        inTransaction(async (client) => {
          const { rows } = await client.query<{ pid: number; each: number }>({
            name: `statement-${each % 3}`,
            text: `SELECT pg_backend_pid() AS pid, $1::int + ${each % 3} AS each`,
            values: [each],
          });
          expect(rows[0]?.each).toBe(each + (each % 3));
          return rows[0]?.pid;
        }),
      ),
    );
    expect(new Set(pids).size).toBe(1);
    expect(await User.query().findById(id)).toMatchObject({ id });
  });

  it('fails as an outage when no connection becomes free in time, and recovers', async () => {
    connectDatabase(pooled);
    const holder = new pg.Client({ connectionString: pooled });
    await holder.connect();
    await holder.query('BEGIN; SELECT 1');
    await expect(database().pool.query('SELECT 1')).rejects.toSatisfy(isOutage);
    await expect(User.query().findById(1)).rejects.toSatisfy(isOutage);
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await User.query().findById(0)).toBeUndefined();
  });
});

/** The output of the api until it is ready, or has ended. */
async function startApi(variables: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['api/main.ts'], {
    env: {
      ...process.env,
      REDIS_URL: '',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      LOG_LEVEL: 'info',
      ...variables,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString();
      if (said.includes('The api is ready')) child.kill('SIGTERM');
    });
  await once(child, 'close');
  return said;
}
