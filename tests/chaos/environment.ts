import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type LocalFcm, startFcm } from '../fixtures/push/start-fcm.ts';
import { type Sandbox, startSandbox } from '../fixtures/payments/start-sandbox.ts';
import { migrate } from '../../core/db/migrate.ts';
import { mountSmallDisk, type SmallDisk } from '../fixtures/small-disk.ts';
import { execute } from '../setup/databases.ts';
import { killLeftoverPrograms } from '../../core/test/program.ts';
import { PostgresSupervisor } from '../../tools/app/postgres-supervisor.ts';
import type { Scenario } from './scenario.ts';
import { startRedis, type SupervisedRedis } from './supervised.ts';
import { commonPort, hostsOf } from '../../core/test/fleet.ts';
import { hasHaproxy, startProxy } from '../../core/test/haproxy.ts';
import { freePort } from '../../tools/lib/ports.ts';

/** What a run stands on: its own PostgreSQL and Redis, the providers of payments and of push messages, and ports for the replicas. */
export type Environment = {
  dataDir: string;
  sandbox: Sandbox;
  fcm: LocalFcm;
  redis: SupervisedRedis | undefined;
  replicas: Replicas;
  /** The disks that can be full, where the scenario has them. */
  disks: { database: SmallDisk; pictures: SmallDisk } | undefined;
  /** The settings that name the services that programs work with, with their addresses. */
  services: Record<string, string>;
};

/** `startDatabase`: where it is not the embedded PostgreSQL. */
type RunOptions = { scenario: Scenario; seed: number; startDatabase?: () => Promise<StartedDatabase> };
export type StartedDatabase = { url: string; stop(): Promise<void> };

/** Starts the stores, puts them into the environment, and does the work; nothing is left afterwards. */
export async function withEnvironment(
  { scenario, seed, startDatabase = startEmbedded }: RunOptions,
  work: (stores: Environment) => Promise<boolean>,
): Promise<boolean> {
  const disks = scenario.hasSmallDisks ? mountDisks() : undefined;
  const dataDir = disks?.database.path ?? mkdtempSync(join(tmpdir(), 'haat-chaos-'));
  chmodSync(dataDir, 0o755); // when root runs it, the account that runs PostgreSQL must get in
  process.env.HAAT_DATA_DIR = dataDir;
  const { url: databaseUrl, ...database } = await startDatabase();
  const redis = scenario.hasRedis ? await startRedis() : undefined;
  const sandbox = await startSandbox({ seed, conditions: { lateMs: 1_500, webhookRetryMs: 200, refundMs: 500 } });
  const fcm = await startFcm();
  const replicas = await findPlaces(scenario.replicas);
  const services = {
    DATABASE_URL: databaseUrl,
    ...(redis && { REDIS_URL: redis.url }),
    STRIPE_API_URL: sandbox.stripe.url,
    RAZORPAY_API_URL: sandbox.razorpay.url,
    FCM_API_URL: fcm.url,
  };
  Object.assign(process.env, {
    ...sandbox.env,
    ...services,
    // All of them together stay below what the server takes.
    DATABASE_POOL: '6',
    JWT_SECRET: 'the public secret of the chaos run',
    LOG_LEVEL: 'error',
    NODE_ENV: 'development',
    // A few customers place all orders.
    ORDERS_PER_HOUR: '0',
    ORDERS_PER_HOUR_NEW: '0',
    ORDERS_PER_IP_PER_HOUR: '0',
    PUBLIC_URL: `http://127.0.0.1:${replicas.places[0]?.port}`,
    UPLOADS_DIR: disks?.pictures.path ?? join(dataDir, 'uploads'),
  });
  try {
    await migrate(databaseUrl);
    if (disks) await execute(databaseUrl, [`ALTER SYSTEM SET max_wal_size = '${WAL_MB}MB'`, 'SELECT pg_reload_conf()']);
    return await work({ dataDir, sandbox, fcm, redis, replicas, disks, services });
  } finally {
    killLeftoverPrograms();
    await Promise.all([sandbox.stop(), fcm.stop()]);
    await redis?.stop();
    await database.stop();
    for (const disk of Object.values(disks ?? {})) disk.unmount();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startEmbedded(): Promise<StartedDatabase> {
  const postgres = new PostgresSupervisor();
  return { url: await postgres.start(), stop: () => postgres.stop() };
}

const WAL_MB = 256;
const DATABASE_KIB = 1_000_000;
const PICTURES_KIB = 32_000;

function mountDisks(): Environment['disks'] {
  const [database, pictures] = [mountSmallDisk(DATABASE_KIB), mountSmallDisk(PICTURES_KIB)];
  return database && pictures && { database, pictures };
}

/** Where the replicas are: `isProxied` when HAProxy can stand before them. */
export type Replicas = { places: Place[]; isProxied: boolean };

/** Places that are free now; those behind HAProxy differ in their hosts, as it wants them. */
async function findPlaces(count: number): Promise<Replicas> {
  if (hasHaproxy()) {
    const hosts = hostsOf(count);
    const port = await commonPort(hosts);
    return { places: hosts.map((host) => ({ host, port })), isProxied: true };
  }
  const places: Place[] = [];
  for (let nth = 0; nth < count; nth++) places.push({ host: '127.0.0.1', port: await freePort() });
  return { places, isProxied: false };
}

/** The one address of them all, once all of them are reached by it. */
export async function openProxy({ places, isProxied }: Replicas): Promise<Proxy> {
  const [first] = places;
  if (!isProxied || !first) return openTcpProxy(places);
  const proxy = await startProxy({ hosts: () => places.map(({ host }) => host), port: first.port });
  await proxy.serves(places.length);
  return { url: proxy.url, stop: () => void proxy.stop() };
}

type Place = { host: string; port: number };
type Proxy = { url: string; stop(): void };

/** One address for all replicas where there is no HAProxy: each connection goes to the next one in turn that takes it. */
async function openTcpProxy(replicas: Place[]): Promise<Proxy> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    open.add(near);
    near.on('error', () => {});
    near.once('close', () => open.delete(near));
    turn += 1;
    const first = turn % replicas.length;
    void lead(near, [...replicas.slice(first), ...replicas.slice(0, first)]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

async function lead(near: Socket, replicas: Place[]): Promise<void> {
  for (const { host, port } of replicas) {
    const far = connect(port, host);
    const isThere = await once(far, 'connect').then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    far.on('error', () => {});
    // A replica that dies takes its connections with it.
    far.once('close', () => near.destroy());
    near.once('close', () => far.destroy());
    near.pipe(far).pipe(near);
    return;
  }
  near.destroy();
}
