import { Redis, type RedisOptions } from 'ioredis';
import { parseRedisAddress, type RedisAddress, type RedisNode } from '../../redis-address.ts';
import { type Finding, infoFinding, okFinding, errorFinding, reasonOf } from './finding.ts';

/** Checks the Redis that REDIS_URL names, with its sentinels or nodes; without one PostgreSQL does its work. */
export async function checkRedis(url: string | undefined): Promise<Finding[]> {
  if (!url) return [infoFinding('Redis', 'REDIS_URL is not set: queues, live updates and rate limits use PostgreSQL')];
  const address = readAddress(url);
  // The check of the settings reports it.
  if (!address) return [];
  if (address.kind === 'sentinel') return checkSentinels(address);
  if (address.kind === 'cluster') return checkCluster(address);
  return checkServer('Redis', new Redis(address.url, ONCE));
}

function readAddress(url: string): RedisAddress | undefined {
  try {
    return parseRedisAddress(url);
  } catch {
    return undefined;
  }
}

const ONCE = { lazyConnect: true, connectTimeout: 5_000, commandTimeout: 5_000, retryStrategy: () => null } as const;

/** The server's answer, or the reason why there is none. */
type Asked<Result> = { answer: Result } | { reason: string };

async function asked<Result>(redis: Redis, question: (redis: Redis) => Promise<Result>): Promise<Asked<Result>> {
  let reason = '';
  redis.on('error', (error) => (reason ||= reasonOf(error)));
  try {
    await redis.connect();
    return { answer: await question(redis) };
  } catch (error) {
    return { reason: reason || reasonOf(error) };
  } finally {
    redis.disconnect();
  }
}

async function checkServer(about: string, redis: Redis): Promise<Finding[]> {
  const info = await asked(redis, (open) => open.info());
  if ('answer' in info) return judge(about, factsIn(info.answer));
  return [
    errorFinding(about, `cannot be reached (${info.reason}): start it, and check host, port and password in REDIS_URL`),
  ];
}

const factsIn = (info: string): Map<string, string> =>
  new Map(info.split(/\r?\n/).map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1)]));

function judge(about: string, facts: Map<string, string>): Finding[] {
  const version = facts.get('redis_version') ?? '?';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const found = [
    major > 6 || (major === 6 && minor >= 2)
      ? okFinding(about, version)
      : errorFinding(about, `is ${version}: 6.2 or newer is required`),
  ];
  const policy = facts.get('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction')
    found.push(
      errorFinding(
        `${about} memory`,
        `maxmemory-policy is ${policy}, which evicts jobs when memory is short. Set noeviction`,
      ),
    );
  if (facts.get('aof_enabled') !== '1')
    found.push(
      infoFinding(
        `${about} disk`,
        'appendonly is off: a restart loses queued jobs, which are then recovered from PostgreSQL',
      ),
    );
  return found;
}

type Sentinels = Extract<RedisAddress, { kind: 'sentinel' }>;
/** `replicas`: can be promoted. `lost`: replicas that cannot. `others`: further sentinels. `quorum`: why there is none. */
type View = { primary?: RedisNode; replicas: RedisNode[]; lost: RedisNode[]; others: number; quorum?: string };

async function checkSentinels(address: Sentinels): Promise<Finding[]> {
  const { nodes, group, isEncrypted } = address;
  const views = await Promise.all(
    nodes.map((node) => asked(clientOf(node, address.sentinelLogin, isEncrypted), (redis) => viewOf(redis, group))),
  );
  const found = views.flatMap((view, at) => judgeSentinel(nodes[at]!, view, group));
  const reached = views.flatMap((view) => ('answer' in view && view.answer.primary ? [view.answer] : []));
  const [first] = reached;
  if (!first?.primary) return found;
  const primaries = new Set(reached.map(({ primary }) => nameOf(primary!)));
  const named = [...primaries].join(' and ');
  found.push(
    primaries.size === 1
      ? okFinding('Sentinel', `${reached.length} of ${nodes.length} name the primary ${named}`)
      : errorFinding(
          'Sentinel',
          `the sentinels name ${named} as primary: wait for the failover, then check their network`,
        ),
  );
  if (first.others < 2)
    found.push(
      infoFinding('Sentinel', `only ${first.others + 1}: run three on separate machines, so that one can be lost`),
    );
  if (first.replicas.length === 0)
    found.push(errorFinding('Redis replicas', 'there is none to take over: start one with replicaof and masterauth'));
  for (const node of first.lost) {
    const advice = `is down: start it, or remove it from the sentinels (SENTINEL RESET ${group})`;
    found.push(errorFinding(`Redis ${nameOf(node)}`, advice));
  }
  const servers = [first.primary, ...first.replicas];
  const checked = servers.map((node) =>
    checkServer(`Redis ${nameOf(node)}`, clientOf(node, address.login, isEncrypted)),
  );
  return [...found, ...(await Promise.all(checked)).flat()];
}

async function viewOf(redis: Redis, group: string): Promise<View> {
  const primary = (await redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', group)) as string[] | null;
  if (!primary) return { replicas: [], lost: [], others: 0 };
  const replicas = ((await redis.call('SENTINEL', 'REPLICAS', group)) as string[][]).map(pairs);
  const others = (await redis.call('SENTINEL', 'SENTINELS', group)) as string[][];
  const quorum = await redis.call('SENTINEL', 'CKQUORUM', group).then(() => undefined, reasonOf);
  const isLost = (replica: Map<string, string>) => /down|disconnected/.test(replica.get('flags') ?? '');
  return {
    primary: { host: primary[0] ?? '', port: Number(primary[1]) },
    replicas: replicas.filter((replica) => !isLost(replica)).map(nodeOf),
    lost: replicas.filter(isLost).map(nodeOf),
    others: others.length,
    ...(quorum !== undefined && { quorum }),
  };
}

function judgeSentinel(node: RedisNode, view: Asked<View>, group: string): Finding[] {
  const about = `Sentinel ${nameOf(node)}`;
  if ('reason' in view)
    return [errorFinding(about, `cannot be reached (${view.reason}): start it, and check REDIS_URL`)];
  const { primary, quorum } = view.answer;
  if (!primary) return [errorFinding(about, `does not monitor ${group}: check the name in REDIS_URL`)];
  if (quorum === undefined) return [];
  return [errorFinding(about, `could not replace a lost primary (${quorum}): start the missing sentinels`)];
}

/** Field names and values alternate. */
const pairs = (list: string[]): Map<string, string> =>
  new Map(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ''] as const] : [])));

const nodeOf = (fields: Map<string, string>): RedisNode => ({
  host: fields.get('ip') ?? '',
  port: Number(fields.get('port')),
});

type ClusterAddress = Extract<RedisAddress, { kind: 'cluster' }>;
type Member = RedisNode & { id: string; primaryId: string; isPrimary: boolean; isLost: boolean; hasSlots: boolean };

async function checkCluster(address: ClusterAddress): Promise<Finding[]> {
  const client = (node: RedisNode) => clientOf(node, address.login, address.isEncrypted);
  const views = await Promise.all(
    address.nodes.map((node) =>
      asked(client(node), async (redis) => ({
        facts: factsIn(String(await redis.call('CLUSTER', 'INFO'))),
        members: membersIn(String(await redis.call('CLUSTER', 'NODES')), node),
      })),
    ),
  );
  const found = views.flatMap((view, at) =>
    'reason' in view
      ? [
          errorFinding(
            `Redis ${nameOf(address.nodes[at]!)}`,
            `does not respond as a node of a Cluster (${view.reason}): check REDIS_URL`,
          ),
        ]
      : [],
  );
  const view = views.find((each) => 'answer' in each);
  if (!view) return found;
  const { facts, members } = view.answer;
  found.push(judgeCluster(facts, members));
  const primaries = members.filter(({ isPrimary, isLost, hasSlots }) => isPrimary && !isLost && hasSlots);
  for (const { id, ...node } of primaries) {
    if (members.some(({ primaryId, isLost }) => primaryId === id && !isLost)) continue;
    const advice = 'has no replica, and its loss would stop the Cluster: add one';
    found.push(errorFinding(`Redis ${nameOf(node)}`, advice));
  }
  const checked = primaries.map((node) => checkServer(`Redis ${nameOf(node)}`, client(node)));
  return [...found, ...(await Promise.all(checked)).flat()];
}

function judgeCluster(facts: Map<string, string>, members: Member[]): Finding {
  const slots = facts.get('cluster_slots_ok') ?? '?';
  if (facts.get('cluster_state') !== 'ok')
    return errorFinding('Redis Cluster', `is down, with ${slots} of 16384 slots: see redis-cli --cluster check`);
  const lost = members.filter(({ isLost }) => isLost).map(nameOf);
  if (lost.length > 0) return errorFinding('Redis Cluster', `has lost ${lost.join(', ')}: start or remove it`);
  return okFinding('Redis Cluster', `${members.length} nodes, all slots are served`);
}

/** The nodes in the answer of CLUSTER NODES, which names the asked one without its address at times. */
function membersIn(nodes: string, from: RedisNode): Member[] {
  return nodes
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [id = '', address = '', flags = '', primaryId = '', , , , , ...slots] = line.split(' ');
      const [, host = '', port = ''] = /^(.*):(\d+)(?:@|$)/.exec(address.split(',')[0] ?? '') ?? [];
      const roles = flags.split(',');
      return {
        id,
        primaryId,
        host: host || from.host,
        port: Number(port),
        isPrimary: roles.includes('master'),
        isLost: roles.includes('fail') || roles.includes('noaddr'),
        hasSlots: slots.length > 0,
      };
    });
}

function clientOf({ host, port }: RedisNode, login: RedisOptions, isEncrypted: boolean): Redis {
  return new Redis({ ...ONCE, ...login, host, port, enableReadyCheck: false, ...(isEncrypted && { tls: {} }) });
}

const nameOf = ({ host, port }: RedisNode): string => `${host}:${port}`;
