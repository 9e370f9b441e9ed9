import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

// One direction of imports. npm hoists all workspaces, so nothing else would notice an import that points up.
const LAYERS: Record<string, { workspaces: string[]; not?: RegExp }> = {
  contract: { workspaces: [], not: /^(?!zod(\/|$))/ },
  machines: { workspaces: ['contract'], not: /^(?!xstate(\/|$))/ },
  core: { workspaces: ['contract', 'machines'], not: /^(koa|@koa\/|koa-|socket\.io|react)/ },
  api: { workspaces: ['contract', 'machines', 'core'], not: /^(react|knex|objection|pg|bullmq)(\/|$)/ },
  worker: {
    workspaces: ['contract', 'machines', 'core'],
    not: /^(koa|@koa\/|socket\.io|react|knex|objection|pg)(\/|$)/,
  },
  // Simulated third parties: they share no code with the product or the SDKs that it uses.
  'tests/fixtures': { workspaces: [], not: /^(stripe|razorpay|knex|objection|pg|bullmq|react|socket\.io)(\/|$)/ },
  client: { workspaces: ['contract', 'machines'], not: /^(node:|koa|@koa\/|knex|objection|pg|bullmq|ioredis)/ },
};

const IMPORT = /(?<![\w/.-])(?:from|import)\s*\(?\s*'([^'\n]+)'/g;
const NOT_SOURCE = [
  '**/node_modules/**',
  '**/dist/**',
  '**/*.test.*',
  '**/test/**',
  '*/*.config.ts',
  'client/boot/build/**',
];

function filesOf(layer: string): string[] {
  return globSync(`${layer}/**/*.{ts,tsx}`, { exclude: NOT_SOURCE }).map((file) => file.replaceAll('\\', '/'));
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, specifier = '']) => specifier);
}

/** Which of the imports of `file` in `layer` point where they may not. */
function refused(layer: string, file: string, specifiers: string[]): string[] {
  const { workspaces, not } = LAYERS[layer] ?? { workspaces: [] };
  return specifiers.filter((specifier) => {
    if (specifier.startsWith('.')) return !posix.join(posix.dirname(file), specifier).startsWith(`${layer}/`);
    const workspace = /^@haat\/(\w+)/.exec(specifier)?.[1];
    return workspace ? !workspaces.includes(workspace) : Boolean(not?.test(specifier));
  });
}

it.each(Object.keys(LAYERS))('%s imports only the layers below it', (layer) => {
  const bad = filesOf(layer).flatMap((file) =>
    refused(layer, file, importsOf(file)).map((name) => `${file} imports ${name}`),
  );
  expect(bad).toEqual([]);
});

it('sees every way of importing', () => {
  const inClient = refused('client', 'client/lib/x.ts', [
    '@haat/core/ops/env',
    '@haat/contract/errors',
    './y.ts',
    'knex',
  ]);
  expect(inClient).toEqual(['@haat/core/ops/env', 'knex']);
  expect(refused('contract', 'contract/x.ts', ['zod', 'zod/mini', './money.ts', 'node:fs'])).toEqual(['node:fs']);
  expect(
    refused('api', 'api/routes/x.ts', ['@haat/worker/registry', '../../core/ops/env.ts', '../app.ts']),
  ).toHaveLength(2);
});

/** The subjects of core by level, the lowest first. A subject may import its own level and those before it. */
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
/** What all subjects use. */
const TOOLS = ['db', 'gateways', 'lib', 'live', 'ops', 'pictures', 'pin-codes', 'queue', 'rate-limit'];
/** Health and metrics ask the payments how they are; the demo market is made by the use cases. */
const USES_SUBJECTS = /^core\/(ops\/health|db\/seeds)\//;

const AREAS = ['storefront', 'account', 'office', 'platform'];
/** What the areas share. `app` and `boot` put everything together. */
const BELOW_AREAS = ['shared', 'ui', 'lib', 'i18n'];

const folderOf = (path: string): string => path.split('/')[1] ?? '';
const levelOf = (folder: string): number => LEVELS.findIndex((level) => level.includes(folder));

/** The imports within a layer for which `isWrong` says that the first folder may not import the second. */
function between(layer: string, isWrong: (from: string, to: string) => boolean, except?: RegExp): string[] {
  return filesOf(layer)
    .filter((file) => !except?.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => posix.join(posix.dirname(file), specifier))
        .filter((imported) => isWrong(folderOf(file), folderOf(imported)))
        .map((imported) => `${file} imports ${imported}`),
    );
}

const foldersOf = (layer: string): Set<string> =>
  new Set(filesOf(layer).flatMap((file) => (file.split('/').length > 2 ? [folderOf(file)] : [])));

it('a subject of core imports none that is above it, and the tools of all subjects import none', () => {
  // A tool has the level -1.
  expect(between('core', (from, to) => levelOf(to) > levelOf(from), USES_SUBJECTS)).toEqual([]);
  expect(foldersOf('core')).toEqual(new Set([...SUBJECTS, ...TOOLS]));
});

it('an area of the client imports no other area, and what the areas share imports none of them', () => {
  const isWrong = (from: string, to: string): boolean => {
    if (AREAS.includes(from)) return to !== from && [...AREAS, 'app'].includes(to);
    if (!BELOW_AREAS.includes(from)) return false;
    return [...AREAS, 'app'].includes(to) || (to === 'shared' && from !== 'shared');
  };
  expect(between('client', isWrong)).toEqual([]);
  expect(foldersOf('client')).toEqual(new Set([...AREAS, ...BELOW_AREAS, 'app', 'boot', 'sw']));
});

it('no two source files of a workspace share a name', () => {
  const twins = Object.keys(LAYERS).flatMap((layer) => {
    const names = filesOf(layer).map((file) => file.replace(/^.*\//, ''));
    return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${layer}: ${name}`);
  });
  expect(twins).toEqual([]);
});

it('there is no barrel and no value is written into raw SQL', () => {
  const sources = [...Object.keys(LAYERS), 'tools', 'tests'].flatMap(filesOf);
  expect(sources.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
  // A template with an expression inside .raw( ) is how SQL injection begins; values go in as bindings.
  const raw = sources.filter((file) => /\braw\(\s*`[^`]*\$\{/.test(readFileSync(file, 'utf8')));
  expect(raw).toEqual([]);
});
