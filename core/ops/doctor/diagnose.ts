import { setting } from '../setting.ts';
import { checkDatabase } from './check-database.ts';
import { checkPooler } from './check-pooler.ts';
import { checkRedis } from './check-redis.ts';
import { checkReplica } from './check-replica.ts';
import { checkMail, checkMessages, checkUploads, checkProviders } from './check-services.ts';
import { checkAddress, checkMetrics, checkSettings } from './check-settings.ts';
import { type Finding, infoFinding, errorFinding } from './finding.ts';

type Options = { online: boolean };

/**
 * Checks everything that the settings say this installation needs, without changes. The settings must belong to this process.
 * Never rejects.
 */
export async function diagnose(given: NodeJS.ProcessEnv, { online }: Options): Promise<Finding[]> {
  const settings = withFiles(given);
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = settings;
  // With a direct URL, the pools connect to the pooler instead.
  const opening = {
    pool: directUrl ? 0 : Number(settings.DATABASE_POOL ?? 10),
    withRedis: Boolean(settings.REDIS_URL),
  };
  const found = await Promise.all([
    checkSettings(),
    url ? checkDatabase(url, opening) : Promise.resolve([noDatabase(settings)]),
    url ? checkPooler({ url, directUrl }) : Promise.resolve([]),
    replicaOf(settings),
    checkRedis(settings.REDIS_URL),
    checkUploads(settings),
    checkMail(settings),
    checkMessages(settings),
    checkProviders(settings, online),
  ]);
  return [...found.flat(), ...checkAddress(settings), ...checkMetrics(settings)];
}

async function replicaOf({
  DATABASE_URL: primary,
  DATABASE_READ_URL: replica,
  DATABASE_READ_MAX_LAG_MS: lag,
}: NodeJS.ProcessEnv) {
  return primary && replica ? checkReplica({ primary, replica }, Number(lag ?? 2_000)) : [];
}

const noDatabase = ({ NODE_ENV }: NodeJS.ProcessEnv): Finding =>
  NODE_ENV === 'production'
    ? errorFinding('PostgreSQL', 'DATABASE_URL is not set')
    : infoFinding('PostgreSQL', 'DATABASE_URL is not set: npm start runs an embedded server');

/** With the content of files; unreadable ones are reported by the check of the settings. */
function withFiles(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  for (const file of Object.keys(settings).filter((name) => name.endsWith('_FILE'))) {
    const name = file.slice(0, -'_FILE'.length);
    try {
      settings[name] = setting(name, given);
    } catch {
      continue;
    }
  }
  return settings;
}
