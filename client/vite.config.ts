import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const API = process.env.HAAT_API_URL ?? 'http://localhost:8080';
const CATALOGUE = 'virtual:catalogue/';

/** `i18n/<language>.json` (id -> ICU message) as compiled messages, so that no message parser reaches the browser. */
function messageCatalogues(): Plugin {
  return {
    name: 'message-catalogues',
    resolveId: (id) => (id.startsWith(CATALOGUE) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${CATALOGUE}`)) return undefined;
      const file = join(import.meta.dirname, 'i18n', `${id.slice(CATALOGUE.length + 1)}.json`);
      this.addWatchFile(file);
      const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      const compiled = Object.entries(catalogue).map(([key, message]) => [key, compileMessage(message)]);
      return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}

/** Leaves `.br` and `.gz` beside every hashed text file, so that the server never compresses one twice. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  const gz = promisify(gzip);
  const compress = async (path: string) => {
    const content = await readFile(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await Promise.all([
      writeFile(`${path}.br`, await brotli(content, { params })),
      writeFile(`${path}.gz`, await gz(content, { level: constants.Z_BEST_COMPRESSION })),
    ]);
  };
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(join(dir, 'static'), { recursive: true, withFileTypes: true });
      const texts = files.filter((file) => file.isFile() && /\.(js|css|svg|json)$/.test(file.name));
      await Promise.all(texts.map((file) => compress(join(file.parentPath, file.name))));
    },
  };
}

/** Lets the browser fetch the screens that most visits begin with beside the entry, instead of after it. */
function preloadFirstScreens(): Plugin {
  const FIRST = ['DashboardScreen', 'ProductsScreen'];
  return {
    name: 'preload-first-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        const already = [entry?.fileName, ...(entry?.imports ?? [])];
        const first = chunks.filter(({ name }) => FIRST.includes(name));
        const files = new Set(first.flatMap(({ fileName, imports }) => [fileName, ...imports]));
        return [...files]
          .filter((file) => !already.includes(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          }));
      },
    },
  };
}

export default defineConfig({
  // Relative, so that the build works under any path; the routes live after the #.
  base: './',
  plugins: [react(), messageCatalogues(), preloadFirstScreens(), precompress()],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: 'static/js/[name].[hash].js',
        chunkFileNames: 'static/js/[name].[hash].chunk.js',
        assetFileNames: 'static/media/[name].[hash][extname]',
      },
    },
  },
  server: {
    proxy: {
      '/api': API,
      '/uploads': API,
      '/dev': API,
      '/socket.io': { target: API, ws: true },
    },
  },
});
