import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const CLIENT = join(import.meta.dirname, '..');

/** What a phone without a line can do without: what only shops use, scanners, and push. */
const ONLINE_ONLY = [
  /node_modules\/(html5-qrcode|qrcode\.react|@firebase|firebase|socket\.io-client)\//,
  /features\/(vendor|shop-orders|notifications)\/\w+Screen/,
];
const FONTS = /anek-(latin|rupee)\.[^/]*\.woff2$/;

/** Builds the service worker (`sw/sw.ts` to `/sw.js`) with the list of the files that it keeps for a visit without a line. */
export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const kept = Object.values(bundle).filter(isKept).map(precacheEntry);
      await build({
        configFile: false,
        root: CLIENT,
        publicDir: false,
        logLevel: 'warn',
        define: { PRECACHE: JSON.stringify(kept), 'process.env.NODE_ENV': '"production"' },
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

function isKept(file: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean {
  if (file.type === 'chunk') return !file.moduleIds.some((id) => ONLINE_ONLY.some((pattern) => pattern.test(id)));
  return file.fileName === 'index.html' || FONTS.test(file.fileName);
}

// The name of a file below static/ changes with its content.
function precacheEntry(file: Rolldown.OutputAsset | Rolldown.OutputChunk) {
  const isHashed = file.fileName.startsWith('static/');
  const content = file.type === 'chunk' ? file.code : file.source;
  return { url: file.fileName, revision: isHashed ? null : createHash('sha256').update(content).digest('hex') };
}
