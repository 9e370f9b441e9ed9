import { readdirSync, readFileSync } from 'node:fs';
import type { Cpu } from './verdict.ts';

/** The process ids of each part of an installation. Those of PostgreSQL and Redis are of their first process. */
export type Pids = Partial<Record<keyof Cpu, number[]>>;

/** The CPU time (s) that each of them has used so far, with the processes that it has started. Linux only. */
export function cpuTimes(pids: Pids): Cpu {
  const times: Cpu = {};
  for (const [name, ids] of Object.entries(pids) as [keyof Cpu, number[]][])
    times[name] = ids.reduce((sum, pid) => sum + secondsOf(pid, name === 'PostgreSQL'), 0);
  return times;
}

/** What was used between two moments, per second. */
export function cpuBetween(before: Cpu, after: Cpu, seconds: number): Cpu {
  const entries = Object.entries(after) as [keyof Cpu, number][];
  return Object.fromEntries(entries.map(([name, value]) => [name, (value - (before[name] ?? 0)) / seconds]));
}

/** Of a second: the kernel counts in these on every Linux that Node runs on. */
const TICKS = 100;

// A process of PostgreSQL that has ended is counted in its parent.
function secondsOf(pid: number, hasChildren: boolean): number {
  const { utime, stime, cutime, cstime } = statOf(pid);
  if (!hasChildren) return (utime + stime) / TICKS;
  return (utime + stime + cutime + cstime) / TICKS + childrenOf(pid).reduce((sum, id) => sum + secondsOf(id, false), 0);
}

function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return all.filter((id) => parentOf(id) === pid);
}

/** The process that has started that one; 0 when it is gone. */
export const parentOf = (pid: number): number => statOf(pid).parent;

function statOf(pid: number) {
  let text = '';
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended, or this is not Linux.
  }
  // The name of the program, in parentheses, may have spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
  return { parent, utime, stime, cutime, cstime };
}
