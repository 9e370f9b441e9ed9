import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const KEPT_AT = join(homedir(), '.cache', 'haat', 'promtool');

/** The checker of Prometheus rules: of the machine, or the one that was unpacked before; undefined without one. */
export function findPromtool(): string | undefined {
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool';
  return existsSync(KEPT_AT) ? KEPT_AT : undefined;
}

/** Unpacks promtool from Debian's package, which is not installed: it would start a Prometheus. */
export function unpackPromtoolIfMissing(): void {
  if (findPromtool() || !existsSync('/etc/debian_version')) return;
  const folder = mkdtempSync(join(tmpdir(), 'haat-promtool-'));
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: folder, stdio: 'ignore', shell: false });
  run('apt-get', 'download', 'prometheus');
  run('sh', '-c', 'dpkg -x prometheus_*.deb .');
  const unpacked = join(folder, 'usr', 'bin', 'promtool');
  if (existsSync(unpacked)) {
    mkdirSync(join(KEPT_AT, '..'), { recursive: true });
    // In one step, also from another file system.
    run('cp', unpacked, `${KEPT_AT}.${process.pid}`);
    renameSync(`${KEPT_AT}.${process.pid}`, KEPT_AT);
  }
  rmSync(folder, { recursive: true, force: true });
}
