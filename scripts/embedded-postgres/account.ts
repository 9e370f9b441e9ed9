import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { Problem } from '../lib/problem.ts';

/** The account PostgreSQL runs as; empty when that is our own. */
export type Account = { uid?: number; gid?: number };

/**
 * PostgreSQL refuses to run as root, so root lends it an account: the owner of an existing cluster, else "postgres",
 * else "nobody". No account is ever created on the host.
 */
export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  const account = ownerOf(cluster) ?? lookUp('postgres') ?? lookUp('nobody');
  if (account) return account;
  throw new Problem(
    'PostgreSQL refuses to run as root, and there is neither a "postgres" nor a "nobody" account to lend it. Set DATABASE_URL, or start as another account.',
  );
}

function ownerOf(cluster: string): Account | undefined {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
}

function lookUp(name: string): Account | undefined {
  const ask = (flag: '-u' | '-g') => spawnSync('id', [flag, name], { encoding: 'utf8' });
  const user = ask('-u');
  return user.status === 0 ? { uid: Number(user.stdout), gid: Number(ask('-g').stdout) } : undefined;
}

/** What each PostgreSQL program is spawned with: the account, a folder it may stand in, English messages, no PG* settings. */
export function spawnOptions(account: Account): Account & { cwd?: string; env: NodeJS.ProcessEnv } {
  const foreign = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  const cwd = process.platform === 'win32' ? {} : { cwd: '/' };
  return { ...account, ...cwd, env: { ...Object.fromEntries(foreign), LC_ALL: 'C', LC_MESSAGES: 'C' } };
}
