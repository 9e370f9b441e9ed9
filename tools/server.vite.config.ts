import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

// api and worker as one file each and one for what both use, instead of 2,200 modules: the api starts with 0.45 s of processor
// time instead of 1.1 s, and holds 55 MB less (the worker as well).

const root = join(import.meta.dirname, '..');
const OUT = join(root, 'dist', 'server');

/** Loaded when first needed, from node_modules: they are native, or read files that lie next to them. */
const KEPT_OUT = [
  '@aws-sdk/client-s3',
  '@bull-board/api',
  '@bull-board/koa',
  'firebase-admin',
  'msgpackr-extract',
  'razorpay',
  'sharp',
  'stripe',
  'swagger-ui-dist',
];

/** The drivers of other databases, which knex would load. */
const NOT_INSTALLED = /^(better-sqlite3|mariadb|mysql2?|oracledb|pg-native|pg-query-stream|sqlite3|tedious)(\/|$)/;

const isLibrary = (id: string): boolean => id.includes('/node_modules/');

/** What a module reads or starts by its own address stays where it is. */
function ownAddresses(): Plugin {
  return {
    name: 'own-addresses',
    enforce: 'pre',
    transform: (code, id) =>
      id.startsWith(root) && !isLibrary(id) && code.includes('import.meta.url')
        ? { code: code.replaceAll('import.meta.url', addressFromOut(id)), map: null }
        : undefined,
  };
}

const addressFromOut = (id: string): string => `new URL(${JSON.stringify(relative(OUT, id))}, import.meta.url).href`;

/** Stack traces name our files. The positions in libraries would make the maps five times as large. */
function noMapOfLibraries(): Plugin {
  return {
    name: 'no-map-of-libraries',
    transform: (code, id) => (isLibrary(id) ? { code, map: { mappings: '' } } : undefined),
  };
}

/** A single character beyond ASCII makes V8 hold the text of a file in two bytes per character: 16 MB in the api. */
function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    generateBundle: (_, bundle) => {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeUnicode(file.code);
    },
  };
}

const escapeUnicode = (code: string): string =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [ownAddresses(), noMapOfLibraries(), asciiOnly()],
  ssr: { noExternal: true, external: KEPT_OUT },
  build: {
    ssr: true,
    outDir: OUT,
    emptyOutDir: true,
    target: 'node22',
    sourcemap: true,
    rolldownOptions: {
      input: { api: join(root, 'api/main.ts'), worker: join(root, 'worker/main.ts') },
      external: NOT_INSTALLED,
      // Two libraries of Koa use it.
      checks: { eval: false },
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name].mjs',
        // V8 holds the text: 6 MB less. Names stay, for stack traces within libraries.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
        sourcemapPathTransform: (source, map) => relative(OUT, resolve(dirname(map), source)),
      },
    },
  },
});
