import react from '@vitejs/plugin-react';
import { type CSSOptions, defineConfig, type Plugin } from 'vite';
import { appAtBuild } from './boot/build/app-at-build.ts';
import { classPrefix, shortClassNames } from './boot/build/class-names.ts';
import { CHUNK_GROUPS, productionRouter } from './boot/build/chunks.ts';
import { contractCalls } from './boot/build/contract-calls.ts';
import { offlineWorker, precompress } from './boot/build/offline-copy.ts';
import { appManifest, earlyStart } from './boot/build/page.ts';
import { inlineStyles } from './boot/build/styles.ts';
import { messageCatalogs, sharedNames, shopPictures } from './boot/build/virtual-modules.ts';

const API = process.env.HAAT_API_URL ?? 'http://localhost:8080';

/** The order of the cascade layers, said first in every style sheet: which of them arrives first is up to the chunks. */
function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.css') ? { code: `@layer base, ui, screens;\n${code}`, map: null } : undefined,
  };
}

/** Before each height of the part of the screen that the browser's bars leave, the whole height: `dvh` is newer than 105. */
function wholeHeights(): Plugin {
  return {
    name: 'whole-heights',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.css')
        ? { code: code.replaceAll(/^\s*([\w-]+:[^;{}]*)dvh\b([^;{}]*;)/gm, '$1vh$2$&'), map: null }
        : undefined,
  };
}

/** What the app's own modules are made of. */
const forModules = () => [
  layerOrder(),
  wholeHeights(),
  contractCalls(),
  messageCatalogs(),
  sharedNames(),
  shopPictures(),
];
const css: CSSOptions = { modules: { generateScopedName: shortClassNames() } };
const app = appAtBuild({ plugins: forModules, css });

/** The oldest browsers (README.md, Browsers): the build lowers syntax and styles to them. */
const OLDEST_BROWSERS = ['chrome105', 'edge105', 'firefox121'];
const OLDEST_SAFARI = {
  styles: 'safari15.4',
  // Class fields, which 15.4 has, too: the compiler counts a bug in rare ones against it, and would rewrite them all.
  scripts: 'safari16',
};

const IN_PAGE = /\/(index|react|libraries|rolldown-runtime)\.[\w-]+(\.chunk)?\.js$/;

export default defineConfig({
  // Relative, so that the build works under any path; the routes live after the #.
  base: './',
  plugins: [
    react(),
    productionRouter(),
    ...forModules(),
    appManifest(),
    earlyStart(app),
    inlineStyles(classPrefix),
    offlineWorker(app),
    precompress(),
  ],
  // @xstate/react asks for a shim of what React itself has since 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  css,
  build: {
    target: [...OLDEST_BROWSERS, OLDEST_SAFARI.scripts],
    cssTarget: [...OLDEST_BROWSERS, OLDEST_SAFARI.styles],
    assetsInlineLimit: 0,
    // All styles together are smaller than what the requests for their parts would cost; but see `boot/build/styles.ts`.
    cssCodeSplit: false,
    // What the page itself loads need not be named in every import.
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => !IN_PAGE.test(file)) },
    rolldownOptions: {
      // The router's warnings to developers on the console.
      treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'warnOnce'] },
      output: {
        codeSplitting: { groups: CHUNK_GROUPS },
        entryFileNames: 'static/js/[name].[hash].js',
        // Each chunk names others, and what differs cannot be compressed: a short hash.
        chunkFileNames: 'static/js/[name].[hash:7].chunk.js',
        assetFileNames: 'static/media/[name].[hash][extname]',
      },
    },
  },
  server: {
    proxy: {
      '/api': API,
      '/uploads': API,
      '/images/catalog': API,
      '/dev': API,
      '/socket.io': { target: API, ws: true },
    },
  },
});
