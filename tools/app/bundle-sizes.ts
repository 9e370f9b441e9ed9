import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { repoRoot } from '../lib/paths.ts';

const DIST = join(repoRoot, 'client', 'dist');
const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

const KB = 1000;

/**
 * Size limits in bytes after gzip: the first visit's script and styles, all scripts that a first visit fetches until 1.5 s after the
 * page has loaded, and what a screen adds. The screens of the back office are fetched before they are opened, once a member has
 * been there.
 */
export const BUDGET = {
  initialScript: 132 * KB,
  initialStyle: 13.6 * KB,
  firstVisit: { landing: 135 * KB, shop: 160 * KB },
  screen: 28.6 * KB,
  backOfficeScreen: 48.9 * KB,
};

/** Bytes after gzip: what every visit begins with, and what each screen adds. */
export type BundleSizes = {
  initialScript: number;
  initialStyle: number;
  screens: { name: string; bytes: number; limit: number }[];
};

/** Measures client/dist. The first screen belongs to what every visit begins with. */
export function measureBundle(): BundleSizes {
  const files = readdirSync(join(DIST, 'static', 'js')).filter((file) => file.endsWith('.js'));
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  const loaded = [...page.matchAll(/<link (?=[^>]*(?:"modulepreload"| data-app))[^>]*js\/([^"]+\.js)"/g)].map(
    ([, file = '']) => file,
  );
  const first = files.filter((file) => file.startsWith('DashboardScreen.'));
  const initial = closure([...loaded, ...first]);
  const screens = files
    .filter((file) => /^\w+(Screen|BackOffice)\./.test(file))
    .map((file) => {
      const [name = file] = file.split('.');
      const limit = isOfBackOffice(name) ? BUDGET.backOfficeScreen : BUDGET.screen;
      return { name, limit, bytes: weigh(without(closure([file]), initial)) };
    });
  const [, style = ''] = /<style>(.+?)<\/style>/s.exec(page) ?? [];
  const [, early = ''] = /<script>(.+?)<\/script>/s.exec(page) ?? [];
  const initialScript = weigh(initial) + gzipped(Buffer.from(early));
  return { initialScript, initialStyle: gzipped(Buffer.from(style)), screens };
}

const routes = readFileSync(join(repoRoot, 'client', 'app', 'back-office-routes.ts'), 'utf8');
const isOfBackOffice = (name: string) => name === 'BackOffice' || routes.includes(`'${name}'`);

function closure(files: string[], found = new Set<string>()): Set<string> {
  for (const file of files.filter((each) => !found.has(each))) {
    found.add(file);
    const code = readFileSync(join(DIST, 'static', 'js', file), 'utf8');
    closure(
      [...code.matchAll(STATIC_IMPORT)].map(([, imported = '']) => imported),
      found,
    );
  }
  return found;
}

function without(files: Set<string>, others: Set<string>): Set<string> {
  return new Set([...files].filter((file) => !others.has(file)));
}

/** Bytes after gzip of these scripts in client/dist. */
export function weigh(files: Set<string>): number {
  return [...files].reduce((sum, file) => sum + gzipped(readFileSync(join(DIST, 'static', 'js', file))), 0);
}

function gzipped(content: Buffer): number {
  return gzipSync(content, { level: 9 }).length;
}
