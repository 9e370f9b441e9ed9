import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from '../bootstrap/lock.mjs';
import { toolEntry } from '../bootstrap/tool-entry.mjs';
import { UserError } from '../lib/problem.ts';
import { repoRoot } from '../lib/paths.ts';

/** A Vite build of `sources` into the folder `out`. */
type Build = { name: 'client' | 'server'; out: string; sources: string[]; vite: string[] };

export const clientBuild: Build = {
  name: 'client',
  out: join(repoRoot, 'client', 'dist'),
  sources: ['client/**/*', 'contract/**/*.ts', 'machines/**/*.ts', 'package-lock.json'],
  vite: ['client'],
};

/** api and worker, bundled into one JavaScript file each. They start faster than the sources (`tools/server.vite.config.ts`). */
export const serverBuild: Build = {
  name: 'server',
  out: join(repoRoot, 'dist', 'server'),
  sources: ['{api,worker,core,contract,machines}/**/*.ts', 'tools/server.vite.config.ts', 'package-lock.json'],
  vite: ['--config', 'tools/server.vite.config.ts'],
};

/**
 * Arguments of Node.js for the built servers; the image sets the same (`Dockerfile`). V8's young generation grows to three times
 * the semi-space size, whose default is 16 MB. 4 MB save 11 MB of an idle api; lists, the order board and orders are as fast.
 */
export const SERVER_NODE_ARGS = ['--max-semi-space-size=4'];

const STAMP = '.built-from';
const NOT_SOURCES = ['**/node_modules/**', 'client/dist/**', '**/*.test.*'];

/** Whether the folder was built from exactly the current sources. */
export function isBuilt(build: Build): boolean {
  const stamp = join(build.out, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(build);
}

/** Builds if the sources have changed. The old build stays until the new one is complete. */
export async function build(what: Build): Promise<void> {
  const { name, out } = what;
  const waiting = `Waiting for another build of the ${name} …`;
  await withLock(repoRoot, { name: `${name}-build`, waiting }, async () => {
    if (isBuilt(what)) return;
    const from = fingerprint(what);
    const stage = join(repoRoot, 'node_modules', '.cache', `${name}-${process.pid}`);
    mkdirSync(dirname(stage), { recursive: true });
    await vite(name, ['build', ...what.vite, '--outDir', stage, '--emptyOutDir', '--logLevel', 'warn']);
    writeFileSync(join(stage, STAMP), from);
    mkdirSync(dirname(out), { recursive: true });
    rmSync(out, { recursive: true, force: true });
    renameSync(stage, out);
  });
}

function fingerprint({ sources }: Build): string {
  const hash = createHash('sha256');
  for (const entry of globSync(sources, { cwd: repoRoot, exclude: NOT_SOURCES, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name))
    .toSorted()) {
    hash.update(entry.slice(repoRoot.length)).update('\0').update(readFileSync(entry)).update('\0');
  }
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  return hash.update(JSON.stringify(settings.toSorted(([a], [b]) => a.localeCompare(b)))).digest('hex');
}

async function vite(name: string, args: string[]): Promise<void> {
  const run = spawn(process.execPath, [toolEntry(repoRoot, 'vite'), ...args], {
    cwd: repoRoot,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let output = '';
  run.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  run.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => run.once('close', done));
  if (code !== 0) throw new UserError(`The ${name} did not build:\n${output}`);
}
