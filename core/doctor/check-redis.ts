import { Redis } from 'ioredis';
import { type Finding, note, reasonOf, right, wrong } from './finding.ts';

/** Whether the Redis at `url` keeps what queues need; without one they are in PostgreSQL. */
export async function checkRedis(url: string | undefined): Promise<Finding[]> {
  if (!url) return [note('Redis', 'REDIS_URL is not set: queues and live news go through PostgreSQL')];
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    retryStrategy: () => null,
  });
  let reason = '';
  redis.on('error', (error) => (reason ||= reasonOf(error)));
  try {
    await redis.connect();
    return judge(await redis.info());
  } catch (error) {
    return [
      wrong(
        'Redis',
        `cannot be asked (${reason || reasonOf(error)}): start it, and see host, port and password in REDIS_URL`,
      ),
    ];
  } finally {
    redis.disconnect();
  }
}

function judge(info: string): Finding[] {
  const facts = new Map(
    info.split(/\r?\n/).map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1)]),
  );
  const version = facts.get('redis_version') ?? '?';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const found = [
    major > 6 || (major === 6 && minor >= 2)
      ? right('Redis', version)
      : wrong('Redis', `is ${version}: 6.2 or newer is needed`),
  ];
  const policy = facts.get('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction')
    found.push(
      wrong(
        'Redis memory',
        `maxmemory-policy is ${policy}, which throws jobs away when memory is short. Set noeviction`,
      ),
    );
  if (facts.get('aof_enabled') !== '1')
    found.push(
      note('Redis disk', 'appendonly is off: what waits in the queues is lost with it, and swept up from PostgreSQL'),
    );
  return found;
}
