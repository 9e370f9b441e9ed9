import { readdirSync, readFileSync } from 'node:fs';
import type { Cpu } from './verdict.ts';

/** The process ids of each part of an installation. For PostgreSQL and Redis: their first process. */
export type Pids = Partial<Record<keyof Cpu, number[]>>;

/**
 * The CPU time (s) that each part has used so far, and that of all other programs. The processes of PostgreSQL count together.
 * Empty on other systems than Linux.
 */
export function cpuTimes(pids: Pids): Cpu {
  const times: Cpu = {};
  if (process.platform !== 'linux') return times;
  for (const [name, ids] of Object.entries(pids) as [keyof Cpu, number[]][])
    times[name] = ids.reduce((sum, pid) => sum + secondsOf(pid, name === 'PostgreSQL'), 0);
  const known = Object.values(times).reduce((sum, each) => sum + each, 0);
  return { ...times, others: machineSeconds() - known };
}

/** The CPU time (s) of all programs since the machine was started. */
function machineSeconds(): number {
  const [, ...ticks] = /^cpu .*/.exec(textOf('/proc/stat'))?.[0].split(/\s+/).map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = ticks;
  return (user + nice + system + irq + softirq + steal) / TICKS;
}

/** The CPU time that was used between two moments, per second. */
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
  const text = textOf(`/proc/${pid}/stat`);
  // The name of the program, in parentheses, may have spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
  return { parent, utime, stime, cutime, cstime };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended, or this is not Linux.
    return '';
  }
}
