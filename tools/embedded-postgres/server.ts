import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Location, program, spawnOptions } from './location.ts';
import { watchOver } from './watchdog.ts';
import { isAlive } from '../bootstrap/lock.mjs';

const READY_WITHIN_MS = 60_000; // recovery after a crash may replay much
const LINES_KEPT = 50;
const isWindows = process.platform === 'win32';

export type Server = { port: number; pid: number; exited: Promise<void>; stop(): Promise<void> };
type Launch = { port: number; flags: string[]; log: (line: string) => void };

/** Launches the server and waits until it takes connections. Throws an Error with what the server said when it does not. */
export async function launchServer(place: Location, { port, flags, log }: Launch): Promise<Server> {
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const server = spawn(
    program(place.binaries, 'postgres'),
    ['-D', place.cluster, '-p', String(port), ...settings, ...flags],
    // Detached: Ctrl-C in the terminal must not reach the server before the programs that use it have finished.
    { ...spawnOptions(place.account), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const said: string[] = [];
  server.stderr.on('data', (chunk: Buffer) => {
    said.push(chunk.toString());
    if (said.length > LINES_KEPT) said.shift();
    for (const line of chunk.toString().trimEnd().split('\n')) log(line);
  });
  const exited = new Promise<void>((done) => {
    server.once('close', () => done());
    server.once('error', (error) => (said.push(error.message), done()));
  });
  // From the first moment: we may be ended while the server is still starting.
  const release = isWindows || !server.pid ? () => {} : watchOver(server.pid, place.account);
  if (!(await isReady(server, place.cluster))) {
    release();
    throw new Error(said.join('') || 'it exited without any output');
  }
  detach(server);
  const running = { server, place, exited, release };
  return { port, pid: server.pid as number, exited, stop: () => stop(running) };
}

async function isReady(server: ChildProcess, cluster: string): Promise<boolean> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    const file = readPidFile(cluster);
    if (server.pid && file?.pid === server.pid && file.status === 'ready') return true;
    if (!server.pid || server.exitCode !== null || server.signalCode) return false;
    await sleep(25);
  }
  server.kill('SIGINT');
  return false;
}

// A running database is no reason for our process to stay.
function detach(server: ChildProcess): void {
  server.unref();
  (server.stderr as { unref?(): void } | null)?.unref?.();
}

type Running = { server: ChildProcess; place: Location; exited: Promise<void>; release: () => void };

async function stop({ server, place, exited, release }: Running): Promise<void> {
  server.ref();
  release();
  if (isWindows) spawnSync(program(place.binaries, 'pg_ctl'), ['stop', '-m', 'fast', '-D', place.cluster]);
  else server.kill('SIGINT'); // "fast": connections are ended, nothing is lost
  await exited;
}

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
