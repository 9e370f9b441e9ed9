import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { vi } from 'vitest';
import { freePort, isListening } from '../../tools/lib/ports.ts';
import { OwnRedisServer } from './own-redis-server.ts';

/** Servers of which a replica takes over when a primary is lost. They end with this process. */
export type RedisGroup = {
  /** As REDIS_URL. */
  url: string;
  servers: OwnRedisServer[];
  /** The server that has our keys now, as the group sees it. Rejects during a failover. */
  primary(): Promise<OwnRedisServer>;
  stop(): Promise<void>;
};

/** How long a server does not respond until it is replaced: longer than one waits for the CPU on a busy machine. */
const DOWN_AFTER_MS = 3_000;
const WITHIN = { timeout: 60_000, interval: 100 };

/** A primary, two replicas and three sentinels. `password`: of the servers and of the sentinels. */
export async function startSentinelGroup({ password }: { password?: string } = {}): Promise<RedisGroup> {
  const logins = password ? ['--requirepass', password, '--masterauth', password] : [];
  const first = await OwnRedisServer.at([...QUICK, ...logins]);
  const replicas = [await OwnRedisServer.at([...QUICK, ...logins]), await OwnRedisServer.at([...QUICK, ...logins])];
  const servers = [first, ...replicas];
  for (const server of servers) await server.start();
  for (const { port } of replicas) await ask(port, password, ['REPLICAOF', '127.0.0.1', String(first.port)]);
  // The sentinels do the same when they change the roles.
  for (const { port } of servers) await ask(port, password, ['CONFIG', 'REWRITE']);
  const sentinels = await Promise.all([1, 2, 3].map(() => startSentinel(first.port, password)));
  const ports = sentinels.map(({ port }) => port);
  const login = password ? `:${password}@` : '';
  const query = password ? `?sentinel_password=${password}` : '';
  const group: RedisGroup = {
    url: `redis+sentinel://${login}${ports.map((port) => `127.0.0.1:${port}`).join(',')}/haat${query}`,
    servers,
    async primary() {
      const answers = await Promise.all(ports.map((port) => ask(port, password, ['SENTINEL', 'MASTER', 'haat'])));
      const primaries = answers.map((fields) => serverAt(servers, factsOf(fields).get('port')));
      if (!primaries[0] || new Set(primaries).size > 1) throw new Error('The sentinels do not agree');
      return primaries[0];
    },
    async stop() {
      for (const sentinel of sentinels) await sentinel.stop();
      for (const server of servers) await server.stop();
    },
  };
  // Only then can they replace it.
  await vi.waitFor(async () => {
    for (const port of ports) {
      const facts = factsOf(await ask(port, password, ['SENTINEL', 'MASTER', 'haat']));
      if (facts.get('num-slaves') !== '2' || facts.get('num-other-sentinels') !== '2') throw new Error('Not complete');
    }
    if ((await replicasOf(first, servers, password)).length < 2) throw new Error('Not replicated');
  }, WITHIN);
  return group;
}

/** A Cluster of three primaries, each with a replica. */
export async function startCluster(): Promise<RedisGroup> {
  const settings = [...QUICK, '--cluster-enabled', 'yes', '--cluster-node-timeout', String(DOWN_AFTER_MS)];
  // A replica that has just been started may take over, too.
  settings.push('--cluster-replica-validity-factor', '0');
  const servers: OwnRedisServer[] = [];
  for (let at = 0; at < 6; at++)
    servers.push(await OwnRedisServer.at([...settings, '--cluster-port', String(await freePort())]));
  for (const server of servers) await server.start();
  const nodes = servers.map(({ port }) => `127.0.0.1:${port}`);
  const create = ['--cluster', 'create', ...nodes, '--cluster-replicas', '1', '--cluster-yes'];
  const { status, stdout } = spawnSync('redis-cli', create, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The Cluster was not created:\n${stdout}`);
  const group: RedisGroup = {
    url: `redis+cluster://${nodes.join(',')}`,
    servers,
    async primary() {
      const owns = async ({ port }: OwnRedisServer) =>
        ask(port, undefined, ['EXISTS', '{haat}:ping']).then(
          () => true,
          () => false,
        );
      const owners = await Promise.all(servers.map(owns));
      const [found, ...others] = servers.filter((_, at) => owners[at]);
      if (!found || others.length > 0) throw new Error('The Cluster does not agree');
      return found;
    },
    async stop() {
      for (const server of servers) await server.stop();
    },
  };
  await vi.waitFor(async () => {
    const { length } = await replicasOf(await group.primary(), servers);
    if (length === 0) throw new Error('Not replicated');
  }, WITHIN);
  return group;
}

// Replicas start to copy immediately instead of waiting for others.
const QUICK = ['--repl-diskless-sync-delay', '0', '--repl-ping-replica-period', '1'];

/** The replicas that follow this server. */
export async function replicasOf(
  { port }: OwnRedisServer,
  servers: OwnRedisServer[],
  password?: string,
): Promise<OwnRedisServer[]> {
  const info = String(await ask(port, password, ['INFO', 'replication']));
  const ports = [...info.matchAll(/^slave\d+:.*?port=(\d+),state=online/gm)].map(([, replica]) => replica);
  return ports.flatMap((replica) => serverAt(servers, replica) ?? []);
}

const serverAt = (servers: OwnRedisServer[], port: string | undefined): OwnRedisServer | undefined =>
  servers.find((server) => String(server.port) === port);

/** Field names and values alternate. */
function factsOf(fields: unknown): Map<string, string> {
  const list = fields as string[];
  return new Map(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? '']] : [])));
}

/** The answer of the server at that local port; rejects quickly if there is none. */
async function ask(port: number, password: string | undefined, [name = '', ...args]: string[]): Promise<unknown> {
  const quick = { connectTimeout: 2_000, commandTimeout: 2_000, retryStrategy: () => null };
  const redis = new Redis({ port, ...quick, ...(password && { password }), enableReadyCheck: false });
  redis.on('error', () => {});
  try {
    return await redis.call(name, ...args);
  } finally {
    redis.disconnect();
  }
}

type Sentinel = { port: number; stop(): Promise<void> };

async function startSentinel(primary: number, password: string | undefined): Promise<Sentinel> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'haat-sentinel-'));
  const file = join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor haat 127.0.0.1 ${primary} 2`,
    `sentinel down-after-milliseconds haat ${DOWN_AFTER_MS}`,
    'sentinel failover-timeout haat 10000',
    ...(password ? [`sentinel auth-pass haat ${password}`, `requirepass ${password}`] : []),
    ...(password ? [`sentinel sentinel-pass ${password}`] : []),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  const endWithUs = (): void => void sentinel.kill('SIGKILL');
  process.once('exit', endWithUs);
  await vi.waitFor(async () => {
    if (!(await isListening(port))) throw new Error(`No sentinel at port ${port}`);
  }, WITHIN);
  return {
    port,
    async stop() {
      process.off('exit', endWithUs);
      await end(sentinel);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
