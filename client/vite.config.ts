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
const PAGE_TEXT = /^(about|carts|help|picture|privacy|profile|qrCodes|qrLogin|scanner|terms)\./;

/**
 * `i18n/<language>.json` (id -> ICU message) as compiled messages, so that no message parser reaches the browser:
 * `<language>` without the texts of pages that few visits come to, `<language>-pages` with them alone.
 */
function messageCatalogues(): Plugin {
  return {
    name: 'message-catalogues',
    resolveId: (id) => (id.startsWith(CATALOGUE) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${CATALOGUE}`)) return undefined;
      const [language, part] = id.slice(CATALOGUE.length + 1).split('-');
      const file = join(import.meta.dirname, 'i18n', `${language}.json`);
      this.addWatchFile(file);
      const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      const wanted = Object.entries(catalogue).filter(([key]) => PAGE_TEXT.test(key) === (part === 'pages'));
      const compiled = wanted.map(([key, message]) => [key, compileMessage(message)]);
      return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}

/** The order of the cascade layers, said first in every style sheet: which of them arrives first is up to the chunks. */
function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.css') ? { code: `@layer base, ui, screens;\n${code}`, map: null } : undefined,
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

/** Lets the browser fetch the screen that most visits begin with beside the entry, and the next one when it has time. */
function fetchScreensEarly(): Plugin {
  const RELS: Record<string, string> = { DashboardScreen: 'modulepreload', ProductsScreen: 'prefetch' };
  return {
    name: 'fetch-screens-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        return chunks.flatMap(({ name, fileName }) => {
          const rel = RELS[name];
          return rel ? { tag: 'link', injectTo: 'head', attrs: { rel, crossorigin: true, href: `./${fileName}` } } : [];
        });
      },
    },
  };
}

export default defineConfig({
  // Relative, so that the build works under any path; the routes live after the #.
  base: './',
  plugins: [react(), layerOrder(), messageCatalogues(), fetchScreensEarly(), precompress()],
  build: {
    assetsInlineLimit: 0,
    // All styles together are smaller than what the requests for their parts would cost.
    cssCodeSplit: false,
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
