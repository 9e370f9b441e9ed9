import { createConnection } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { AbstractConnector, Cluster, Redis, type RedisOptions } from 'ioredis';
import { backoff } from './lib/async.ts';
import { log, throttledErrorLog } from './ops/log.ts';
import { parseRedisAddress, type RedisAddress, type RedisNode } from './redis-address.ts';

/** A connection to one server, to the primary that sentinels name, or to the nodes of a Cluster. */
export type RedisConnection = Redis | Cluster;

/**
 * `url`: as REDIS_URL. `name`: of the connection in Redis's client list and in our log. `waits`: commands wait until Redis is
 * reachable again instead of failing soon. `timeoutMs`: how long a command that fails soon waits for its reply.
 */
type ConnectionOptions = { url: string; name: string; waits?: boolean; timeoutMs?: number };

/**
 * A connection to Redis that reconnects automatically, however long Redis is unreachable, and follows a failover. No command
 * waits indefinitely for a reply.
 */
export function connectRedis({ url, name, waits = false, timeoutMs = 3_000 }: ConnectionOptions): RedisConnection {
  const address = parseRedisAddress(url);
  const behaviour = waits ? WAITING : failingSoon(timeoutMs);
  return address.kind === 'cluster'
    ? connectCluster(address, name, behaviour)
    : connectPrimary(address, name, behaviour);
}

const SUBSCRIBER_TIMEOUT_MS = 5_000;

/**
 * A connection for subscriptions, which waits until Redis is reachable again. It sends PING, because a server that hangs
 * looks like one without signals otherwise.
 */
export function connectSubscriber(url: string, name: string): Redis {
  const address = parseRedisAddress(url);
  // Subscribed by the caller after each reconnect, where a refused subscription is noticed.
  const behaviour = { ...WAITING, socketTimeout: SUBSCRIBER_TIMEOUT_MS, autoResubscribe: false };
  const redis =
    address.kind === 'cluster' ? connectAnyNode(address, name, behaviour) : connectPrimary(address, name, behaviour);
  const asking = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => {});
  }, SUBSCRIBER_TIMEOUT_MS);
  redis.once('end', () => clearInterval(asking));
  return redis;
}

// BullMQ lets Redis delay a reply by ten seconds; after that the connection is dead.
const WAITING = { enableOfflineQueue: true, maxRetriesPerRequest: null, socketTimeout: 15_000 } as const;
const failingSoon = (timeoutMs: number) => ({
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: timeoutMs,
  socketTimeout: timeoutMs + 2_000,
});

const MAX_RECONNECT_DELAY_MS = 2_000;
const reconnectDelay = (attempt: number): number => Math.min(backoff(attempt - 1), MAX_RECONNECT_DELAY_MS);

const commonOptions = (connectionName: string) => ({
  connectionName,
  connectTimeout: 5_000,
  keepAlive: 10_000,
  // A primary that became a replica, or that has lost its replicas: there is another one.
  reconnectOnError: (error: Error) => /READONLY|NOREPLICAS/.test(error.message),
});

type Server = Extract<RedisAddress, { kind: 'server' | 'sentinel' }>;
type ClusterAddress = Extract<RedisAddress, { kind: 'cluster' }>;

function connectPrimary(address: Server, name: string, behaviour: RedisOptions): Redis {
  const options = { ...commonOptions(name), retryStrategy: reconnectDelay, ...behaviour };
  const redis =
    address.kind === 'server'
      ? new Redis(address.url, options)
      : new Redis({
          ...options,
          ...address.login,
          db: address.db,
          sentinels: address.nodes,
          name: address.group,
          sentinelUsername: address.sentinelLogin.username,
          sentinelPassword: address.sentinelLogin.password,
          sentinelCommandTimeout: 3_000,
          sentinelRetryStrategy: reconnectDelay,
          ...(address.isEncrypted && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
        });
  return redis.on('error', throttledErrorLog(name));
}

function connectCluster({ nodes, login, isEncrypted }: ClusterAddress, name: string, behaviour: RedisOptions): Cluster {
  const { enableOfflineQueue, ...ofNodes } = behaviour;
  const cluster = new Cluster(nodes, {
    clusterRetryStrategy: reconnectDelay,
    // Notices replicas that took over before a command fails, and nodes that are back.
    slotsRefreshInterval: 5_000,
    enableOfflineQueue,
    // The check asks one node, which may be the one that hangs: connect() would then never settle, and BullMQ waits for it without
    // a limit. Commands to the node that has our keys fail by their own limits.
    enableReadyCheck: false,
    redisOptions: { ...commonOptions(name), ...ofNodes, ...login, ...(isEncrypted && { tls: {} }) },
    // Certificates are for names, not for their addresses.
    ...(isEncrypted && { dnsLookup: (host, found) => found(null, host) }),
  });
  const logError = throttledErrorLog(name);
  return cluster.on('error', logError).on('node error', logError);
}

// The subscriber of ioredis's Cluster neither reports when it has changed to another node nor notices one that hangs.
function connectAnyNode({ nodes, login, isEncrypted }: ClusterAddress, name: string, behaviour: RedisOptions): Redis {
  const redis = new Redis({
    ...commonOptions(name),
    retryStrategy: reconnectDelay,
    ...behaviour,
    ...login,
    ...(isEncrypted && { tls: {} }),
    Connector: oneAfterAnother(nodes, isEncrypted),
  });
  return redis.on('error', throttledErrorLog(name));
}

/** Connects to the next node after each disconnect. A message published at one node of a Cluster reaches all nodes. */
const oneAfterAnother = (nodes: RedisNode[], isEncrypted: boolean) =>
  class extends AbstractConnector {
    #next = Math.floor(Math.random() * nodes.length);

    constructor() {
      super(DISCONNECT_TIMEOUT_MS);
    }

    async connect() {
      const node = nodes[this.#next++ % nodes.length]!;
      this.connecting = true;
      const stream = isEncrypted ? connectTls(node) : createConnection(node);
      stream.once('error', (error) => (this.firstError = error));
      this.stream = stream;
      return stream;
    }
  };

const DISCONNECT_TIMEOUT_MS = 2_000;

/** Resolves once connected; rejects when that takes longer than `ms`, while reconnecting continues. */
export function readyWithin(redis: RedisConnection, ms: number): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const ready = () => {
      clearTimeout(timeout);
      resolve();
    };
    const timeout = setTimeout(() => {
      redis.off('ready', ready);
      reject(new Error('Redis does not respond'));
    }, ms);
    timeout.unref();
    redis.once('ready', ready);
  });
}

/** Resolves when the server that has our keys responds; on a Cluster, PING would be answered by any node. */
export async function pingKeys(redis: RedisConnection): Promise<void> {
  await redis.exists(`${KEY_PREFIX}:ping`);
}

/** Of all our keys. A hash tag: on a Cluster it keeps them on one node, as the scripts of the queues require. */
export const KEY_PREFIX = '{haat}';

/**
 * Logs a warning when a server evicts keys, jobs included, under memory pressure. Uses INFO, which managed services and
 * restricted users allow where CONFIG is forbidden.
 */
export async function warnOfEviction(redis: RedisConnection): Promise<void> {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const policies = await Promise.all(servers.map(async (server) => evictionPolicy(await server.info('memory'))));
  const policy = policies.find((each) => each !== undefined && each !== 'noeviction');
  if (policy === undefined) return;
  log.warn({ policy }, 'Redis evicts keys, jobs included, when its memory is full: set maxmemory-policy noeviction');
}

const evictionPolicy = (info: string): string | undefined => /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
