import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Image } from './build-image.ts';

/** `mounts`: folders of this machine, by their place in the container. */
export type Options = { image: Image; env: Record<string, string>; mounts: Record<string, string> };

export type Running = {
  /** Of the program itself, as this machine sees it. */
  pid(): Promise<number>;
  /** Sends SIGTERM to it; resolves to its exit code. */
  terminate(): Promise<number | null>;
  kill(): void;
};

// What Kubernetes does with the settings of the manifests: read-only files, an empty /tmp, the volumes, its own process tree in
// which the program is the first, no capabilities, and no way to get any.
const ENTER = `
mount --make-rprivate /
mount --rbind /dev "$ROOT/dev"
mount -t proc proc "$ROOT/proc"
for pair in $MOUNTS; do mkdir -p "$ROOT/\${pair#*:}"; mount --bind "\${pair%%:*}" "$ROOT/\${pair#*:}"; done
mount -o remount,bind,ro "$ROOT"
mount -t tmpfs -o mode=1777,size=256m tmpfs "$ROOT/tmp"
exec chroot "$ROOT" setpriv --reuid "\${USER_ID%%:*}" --regid "\${USER_ID#*:}" --clear-groups --no-new-privs \\
  --inh-caps=-all --bounding-set=-all env -i -C /app "$@"`;

/** Starts a command in the image, with its environment and as its user. */
export function startInImage(command: string[], options: Options): Running {
  const child = start(command, options, 'inherit');
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    pid: () => pidOf(child),
    async terminate() {
      process.kill(await pidOf(child), 'SIGTERM');
      return exited;
    },
    // When the user changes, the kernel clears the signal that would end it with unshare.
    kill: () => childrenOf(child).forEach((pid) => void process.kill(pid, 'SIGKILL')),
  };
}

/** Runs a command in the image to its end. Returns what it printed; throws with it unless it succeeds. */
export async function runInImage(command: string[], options: Options): Promise<string> {
  const child = start(command, options, 'pipe');
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (printed += String(part)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${printed}`);
  return printed;
}

function start(command: string[], { image, env, mounts }: Options, output: 'inherit' | 'pipe'): ChildProcess {
  const settings = [...image.config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', ENTER, 'sh', ...settings, ...command];
  return spawn('unshare', args, {
    env: {
      PATH: process.env.PATH,
      ROOT: image.folder,
      USER_ID: image.config.User,
      MOUNTS: Object.entries(mounts)
        .map(([place, folder]) => `${folder}:${place}`)
        .join(' '),
    },
    stdio: ['ignore', output, output],
  });
}

// unshare waits for it and passes no signals on.
async function pidOf(unshare: ChildProcess): Promise<number> {
  for (;;) {
    const [pid] = childrenOf(unshare);
    if (pid !== undefined) return pid;
    await sleep(50);
  }
}

function childrenOf({ pid, exitCode }: ChildProcess): number[] {
  if (exitCode !== null) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children ? children.split(' ').map(Number) : [];
}

/** The kernel's view of a process: its user, its capabilities and whether it can get more. */
export function statusOf(pid: number): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  return Object.fromEntries(lines.map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]));
}

/** The programs that `unshare` needs are there and this machine allows them. */
export function missingForRun(): string | undefined {
  const { status, stderr } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true'], { encoding: 'utf8' });
  return status === 0 ? undefined : `unshare is not allowed here: ${stderr.trim()}`;
}
