import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/deployment.md',
  'docs/payments.md',
  'docs/redis.md',
  'docs/scaling.md',
  'docs/push.md',
  'docs/operations.md',
];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const TOP =
  /^(contract|machines|core|api|worker|client|sandbox|e2e|bench|scripts|docs|deploy|art|\.ci|\.github)\/[\w./-]+$/;
const FILE = /^[\w.-]+(\/[\w.-]+)*\.(tsx?|mjs|json|md|yml)$|^\.(env\.example|nvmrc|npmrc)$|^LICENSE$/;

const inBackticks = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);

/** The files and folders that a page names in backticks, but for those that a build makes. */
const namedPaths = (page: string): string[] =>
  inBackticks(withoutBlocks(read(page))).filter((word) => TOP.test(word) && word !== 'client/dist');

const withoutBlocks = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '');

/** Targets of links and pictures within the repository. */
function linkedPaths(page: string): string[] {
  const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, a, b]) => a ?? b ?? '');
  const local = targets.filter((target) => !/^(https?:|mailto:|#)/.test(target));
  return local.map((target) => posix.join(dirname(page), target.replace(/#.*$/, '')));
}

/** A row of a table that maps a behaviour to its files (second cell) and the names they export (third cell). */
type Row = { files: string[]; names: string[] };

function rowsOf(page: string): Row[] {
  const cells = read(page)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1));
  return cells
    .map(([, files = '', names = '']) => ({ files: inBackticks(files), names: inBackticks(names) }))
    .filter(({ files, names }) => names.length > 0 && files.length > 0 && files.every((file) => FILE.test(file)));
}

function offers(file: string, name: string): boolean {
  const source = existsSync(join(root, file)) ? read(file) : '';
  if (file.endsWith('.json')) return source.includes(`"${name}":`);
  return new RegExp(`^export (abstract |async )?(const|function|class|type) ${name}\\b`, 'm').test(source);
}

it.each(PAGES)('every file that %s names or links to exists', (page) => {
  const missing = [...namedPaths(page), ...linkedPaths(page)].filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

it('every name of the table is exported by a file of its row, and every file of a row has one of its names', () => {
  const rows = rowsOf('docs/architecture.md');
  expect(rows.length).toBeGreaterThan(80);
  const nameless = rows.flatMap(({ files, names }) =>
    files.filter((file) => !names.some((name) => offers(file, name))).map((file) => `${file}: none of ${names.join()}`),
  );
  const unknown = rows.flatMap(({ files, names }) =>
    names.filter((name) => !files.some((file) => offers(file, name))).map((name) => `${name}: not in ${files.join()}`),
  );
  expect([...nameless, ...unknown]).toEqual([]);
});

it('every script that the README names exists, and every script is named', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read('README.md').matchAll(/`npm (?:run )?([\w:]+)`/g)].map(([, name = '']) => name);
  const notScripts = new Set(['ci', 'install']);
  expect(named.filter((name) => !(name in scripts) && !notScripts.has(name))).toEqual([]);
  expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([]);
});
