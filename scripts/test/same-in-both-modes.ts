import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { repoRoot } from '../lib/repo-root.ts';

/** The only files that look at REDIS_URL to choose between the two stores; a test holds this list. */
export const CHOOSERS = ['core/jobs/queue-backend.ts', 'core/bus/connect-bus.ts'];

const SERVER_TESTS = '{core,api,worker}/**/*.test.ts';
/** What names another file of ours: an import of any kind, or the path of a program that is started. */
const NAMED = /'((?:\.{1,2}\/|@haat\/)[^'\n]+|[\w-]+(?:\/[\w.-]+)+\.ts)'/g;

/**
 * The server tests that behave the same with queues and bus in Redis: nothing they load or start, however far down, is one
 * of the files that choose. To run them in the second mode too would prove nothing.
 */
export function sameInBothModes(): string[] {
  const tests = globSync(SERVER_TESTS, { cwd: repoRoot, exclude: ['**/node_modules/**'] });
  const edges = new Map<string, string[]>();
  return tests.filter((test) => !reaches(test, edges)).toSorted();
}

function reaches(test: string, edges: Map<string, string[]>): boolean {
  const seen = new Set([test]);
  for (const file of seen) {
    if (CHOOSERS.includes(file)) return true;
    const known = edges.get(file) ?? namedBy(file);
    edges.set(file, known);
    for (const next of known) seen.add(next);
  }
  return false;
}

function namedBy(file: string): string[] {
  const names = [...readFileSync(join(repoRoot, file), 'utf8').matchAll(NAMED)].map(([, name = '']) => name);
  return names.map((name) => pathOf(name, file)).filter((path) => existsSync(join(repoRoot, path)));
}

function pathOf(name: string, from: string): string {
  if (name.startsWith('@haat/')) return `${name.slice('@haat/'.length)}.ts`;
  return name.startsWith('.') ? posix.join(posix.dirname(from), name) : name;
}
