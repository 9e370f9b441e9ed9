import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What a running server writes about itself; `status` is "starting", "ready", "standby" or "stopping". */
export type PidFile = { pid: number; port: number; status: string };

const pidFilePath = (cluster: string): string => join(cluster, 'postmaster.pid');

/** Reads postmaster.pid (line 1 the process, line 4 the port, line 8 the status); undefined when there is none. */
export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(pidFilePath(cluster), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
  } catch {
    return undefined;
  }
}

export function removePidFile(cluster: string): void {
  rmSync(pidFilePath(cluster), { force: true });
}
