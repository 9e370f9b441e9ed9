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
  'docs/order-table.md',
  'docs/deployment.md',
  'docs/payments.md',
  'docs/redis.md',
  'docs/scaling.md',
  'docs/push.md',
  'docs/messages.md',
  'docs/message-gateway.md',
  'docs/operations.md',
  'docs/threats.md',
  'docs/asvs.md',
  'docs/benchmarks.md',
  'docs/troubleshooting.md',
  'tests/README.md',
  'tools/README.md',
];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const TOP = /^(contract|machines|core|api|worker|client|tests|tools|docs|deploy|art|\.ci|\.github)\/[\w./-]+$/;

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

it.each(PAGES)('every file that %s names or links to exists', (page) => {
  const missing = [...namedPaths(page), ...linkedPaths(page)].filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

it('every script that the READMEs name exists, and every script is named', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...(read('README.md') + read('tools/README.md')).matchAll(/`npm (?:run )?([\w:]+)`/g)].map(
    ([, name = '']) => name,
  );
  const notScripts = new Set(['ci', 'install']);
  expect(named.filter((name) => !(name in scripts) && !notScripts.has(name))).toEqual([]);
  expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([]);
});
