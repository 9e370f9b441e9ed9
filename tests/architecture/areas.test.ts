import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

const AREAS = ['storefront', 'account', 'office', 'platform'];
const IMPORT = /(?<![\w/.-])(?:from|import)\s*\(?\s*'(\.[^'\n]+)'/g;

const sources = globSync('client/**/*.{ts,tsx}', {
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.*', 'client/test/**', 'client/boot/build/**'],
}).map((file) => file.replaceAll('\\', '/'));

/** The folder of the client that a path is in. */
const folderOf = (path: string): string => path.split('/')[1] ?? '';

/** What no file of a folder may import. `app` and `boot` put everything together. */
const isAbove: Record<string, (folder: string) => boolean> = {
  ...Object.fromEntries(
    AREAS.map((area) => [area, (folder: string) => folder === 'app' || (AREAS.includes(folder) && folder !== area)]),
  ),
  ...Object.fromEntries(
    ['shared', 'ui', 'lib', 'i18n'].map((below) => [
      below,
      (folder: string) => [...AREAS, 'app'].includes(folder) || (below !== 'shared' && folder === 'shared'),
    ]),
  ),
};

it('no area of the client imports another, and what they share imports none of them', () => {
  const up = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)]
      .map(([, specifier = '']) => posix.join(posix.dirname(file), specifier))
      .filter((imported) => isAbove[folderOf(file)]?.(folderOf(imported)))
      .map((imported) => `${file} imports ${imported}`),
  );
  expect(up).toEqual([]);
});

it('every folder of the client has its place', () => {
  const folders = new Set(sources.filter((file) => file.split('/').length > 2).map(folderOf));
  expect(folders).toEqual(new Set([...AREAS, 'app', 'boot', 'i18n', 'lib', 'shared', 'sw', 'ui']));
});
