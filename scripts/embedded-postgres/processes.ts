import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isAlive } from '../bootstrap/is-alive.mjs';

/** Whether `pid` is the PostgreSQL server of `cluster`; process ids are given out anew, so a pid file alone proves nothing. */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  const command = commandLine(pid);
  return command === undefined || (command.includes('postgres') && command.includes(cluster));
}

function commandLine(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    const ps = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
    return ps.error ? undefined : ps.stdout;
  }
}
