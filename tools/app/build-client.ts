import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../bootstrap/lock.mjs';
import { toolEntry } from '../bootstrap/tool-entry.mjs';
import { UserError } from '../lib/problem.ts';
import { repoRoot } from '../lib/paths.ts';

const DIST = join(repoRoot, 'client', 'dist');
const STAMP = '.built-from';
const SOURCES = ['client/**/*', 'contract/**/*.ts', 'machines/**/*.ts', 'package-lock.json'];
const NOT_SOURCES = ['**/node_modules/**', 'client/dist/**', '**/*.test.*'];

/** Whether client/dist was built from exactly what is there now. */
export function isClientBuilt(): boolean {
  const stamp = join(DIST, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

/** Builds the client into client/dist. The old build serves until the new one is complete. */
export async function buildClient(): Promise<void> {
  await withLock(repoRoot, { name: 'client-build', waiting: 'Waiting for another build of the client …' }, async () => {
    if (isClientBuilt()) return;
    const from = fingerprint();
    const stage = join(repoRoot, 'node_modules', '.cache', `client-${process.pid}`);
    mkdirSync(join(stage, '..'), { recursive: true });
    await vite(['build', 'client', '--outDir', stage, '--emptyOutDir', '--logLevel', 'warn']);
    writeFileSync(join(stage, STAMP), from);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(stage, DIST);
  });
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const entry of globSync(SOURCES, { cwd: repoRoot, exclude: NOT_SOURCES, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name))
    .toSorted()) {
    hash.update(entry.slice(repoRoot.length)).update('\0').update(readFileSync(entry)).update('\0');
  }
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  return hash.update(JSON.stringify(settings.toSorted(([a], [b]) => a.localeCompare(b)))).digest('hex');
}

async function vite(args: string[]): Promise<void> {
  const run = spawn(process.execPath, [toolEntry(repoRoot, 'vite'), ...args], {
    cwd: repoRoot,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let output = '';
  run.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  run.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => run.once('close', done));
  if (code !== 0) throw new UserError(`The client did not build:\n${output}`);
}
