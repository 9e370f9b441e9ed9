import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const PAGES = globSync(['*.md', 'docs/*.md', '*/README.md', 'core/pin-codes/*.md'], {
  cwd: root,
  exclude: ['node_modules'],
});
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const TOP = /^(contract|machines|core|api|worker|client|tests|tools|docs|deploy|art|\.ci|\.github)\/[\w./-]+$/;

const inBackticks = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);

/** The files and folders that a page names in backticks, except the outputs of a build. */
const namedPaths = (page: string): string[] =>
  inBackticks(withoutBlocks(read(page))).filter((word) => TOP.test(word) && word !== 'client/dist');

const withoutBlocks = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '');

/** Targets of links and pictures within the repository, with the section of a page that they name. */
function linksOf(page: string): { path: string; section: string | undefined }[] {
  const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, a, b]) => a ?? b ?? '');
  const local = targets.filter((target) => !/^(https?:|mailto:)/.test(target)).map((target) => target.split('#'));
  return local.map(([file = '', section]) => ({ path: file ? posix.join(dirname(page), file) : page, section }));
}

/** The names by which links refer to the headings of a page. */
const sectionsOf = (page: string): string[] =>
  [...withoutBlocks(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

it.each(PAGES)('every file and section that %s names or links to exists', (page) => {
  const paths = [...namedPaths(page), ...linksOf(page).map(({ path }) => path)];
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const toSections = linksOf(page).filter(({ section }) => section !== undefined);
  expect(toSections.filter(({ path, section = '' }) => !sectionsOf(path).includes(section))).toEqual([]);
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
