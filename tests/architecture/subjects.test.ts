import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

/** From the ground up: a subject imports those of the levels below its own, and those beside it. */
const LEVELS = [
  ['activity'],
  ['accounts'],
  ['catalog', 'notify'],
  ['shops', 'stock'],
  ['payments'],
  ['orders'],
  ['money'],
  ['platform'],
];

const SUBJECTS = LEVELS.flat();
const levelOf = (subject: string): number => LEVELS.findIndex((level) => level.includes(subject));
const IMPORT = /(?<![\w/.-])(?:from|import)\s*\(?\s*'([^'\n]+)'/g;

/** The subject of core that a path belongs to; undefined for what all of them use. */
const subjectOf = (path: string): string | undefined => SUBJECTS.find((subject) => path.startsWith(`core/${subject}/`));

const sources = globSync('core/**/*.ts', { exclude: ['**/node_modules/**', '**/*.test.ts', 'core/test/**'] }).map(
  (file) => file.replaceAll('\\', '/'),
);

/** What a file imports from core, as paths from the root. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(file), specifier));

it('no subject imports one that stands on it', () => {
  const up = sources.flatMap((file) => {
    const own = subjectOf(file);
    if (!own) return [];
    return importsOf(file)
      .filter((imported) => levelOf(subjectOf(imported) ?? own) > levelOf(own))
      .map((imported) => `${file} imports ${imported}`);
  });
  expect(up).toEqual([]);
});

it('the tools of all subjects import none of them', () => {
  // Health and metrics ask the payments how they are; the demo market is made by the use cases.
  const may = /^core\/(ops\/health|db\/seeds)\//;
  const up = sources
    .filter((file) => !subjectOf(file) && !may.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter(subjectOf)
        .map((imported) => `${file} imports ${imported}`),
    );
  expect(up).toEqual([]);
});

it('every folder of core is a subject or one of the tools', () => {
  const folders = new Set(sources.filter((file) => file.split('/').length > 2).map((file) => file.split('/')[1]));
  const tools = ['db', 'gateways', 'lib', 'live', 'ops', 'pictures', 'pin-codes', 'queue', 'rate-limit'];
  expect(folders).toEqual(new Set([...SUBJECTS, ...tools]));
});
