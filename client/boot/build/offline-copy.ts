import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import { DEFAULT_SHOP_IMAGE } from '@haat/contract/catalog/pictures';
import type { AppAtBuild } from './app-at-build.ts';

const CLIENT = join(import.meta.dirname, '..', '..');

/** Libraries that customers need a connection for anyway: scanners, QR codes, push and live updates. */
const ONLINE_LIBRARIES = /node_modules\/(html5-qrcode|qrcode\.react|@firebase|firebase|socket\.io-client)\//;
const FONTS = /anek-(latin|rupee|devanagari-label)\.[^/]*\.woff2$/;

/** Builds the service worker (`sw/sw.ts` to `/sw.js`) with the list of the files that it caches for offline visits. */
export function offlineWorker(app: () => Promise<AppAtBuild>): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const { screens } = await app();
      const backOffice = new Set(screens.filter((screen) => screen.isBackOffice).map(({ name }) => name));
      const files = Object.values(bundle).filter((file) => isCached(file, backOffice));
      const others = Object.values(bundle).filter((file) => isCode(file) && !files.includes(file));
      await build({
        configFile: false,
        root: CLIENT,
        publicDir: false,
        logLevel: 'warn',
        define: {
          PRECACHE: JSON.stringify([...files.map(precacheEntry), await placeholderEntry()]),
          BACK_OFFICE: JSON.stringify(others.map(({ fileName }) => fileName)),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          rolldownOptions: {
            input: join(CLIENT, 'sw', 'sw.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}

type File = Rolldown.OutputAsset | Rolldown.OutputChunk;

function isCached(file: File, backOffice: Set<string>): boolean {
  if (file.type === 'asset') return file.fileName === 'index.html' || FONTS.test(file.fileName);
  if (file.name === 'BackOffice' || backOffice.has(file.name)) return false;
  return !file.moduleIds.some((id) => ONLINE_LIBRARIES.test(id));
}

const isCode = ({ fileName }: File) => fileName.startsWith('static/') && /\.(js|css)$/.test(fileName);

/** The logo, which stands in for pictures that were not loaded before. */
async function placeholderEntry() {
  const url = DEFAULT_SHOP_IMAGE.slice(1);
  const content = await readFile(join(CLIENT, 'public', url));
  return { url, revision: createHash('sha256').update(content).digest('hex') };
}

// The name of a file below static/ changes with its content.
function precacheEntry(file: File) {
  const isHashed = file.fileName.startsWith('static/');
  const content = file.type === 'chunk' ? file.code : file.source;
  return { url: file.fileName, revision: isHashed ? null : createHash('sha256').update(content).digest('hex') };
}

/** Leaves `.br` and `.gz` beside the page and every hashed text file, so that the server never compresses one twice. */
export function precompress(): Plugin {
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
      const paths = texts.map((file) => join(file.parentPath, file.name));
      await Promise.all([...paths, join(dir, 'index.html')].map(compress));
    },
  };
}
