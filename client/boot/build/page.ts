import { DEFAULT_MAIN_SHOP_SLUG } from '@haat/contract/shops/shop';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import type { AppAtBuild } from './app-at-build.ts';

const APP_SCRIPT = /<script type="module" crossorigin src="[^"]+"><\/script>/;
const FIRST_SCREENS = 'virtual:first-screens';

/**
 * Puts the dashboard's first view into the page, once for each language, and runs `boot/early.ts` in place of the app,
 * which it starts itself. The page preloads the files of the app. The script gets the files of all first screens and preloads
 * the ones for the current address. It comes after the views that it shows; the page's policy allows it by its hash
 * (`api/http/headers.ts`).
 */
export function earlyStart(app: () => Promise<AppAtBuild>): Plugin {
  return {
    name: 'early-start',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(import.meta.dirname, '..', 'early.ts'), name: 'early' });
    },
    resolveId: (id) => (id === FIRST_SCREENS ? `\0${id}` : undefined),
    load: async (id) => {
      if (id !== `\0${FIRST_SCREENS}`) return undefined;
      const first = firstScreens(await app()).map(({ word, early }) => [word, early]);
      return `export const FIRST_SCREENS = ${JSON.stringify(Object.fromEntries(first))};`;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(page, { bundle = {} }) {
        const { firstViews, ...rest } = await app();
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const early = chunks.find(({ name }) => name === 'early');
        if (!early) throw new Error('The early start is not in the build');
        delete bundle[early.fileName];
        const views = firstViews.map(([language, children]): HtmlTagDescriptor => ({
          tag: 'template',
          injectTo: 'body',
          attrs: { 'data-first-view': language },
          children,
        }));
        const script: HtmlTagDescriptor = { tag: 'script', injectTo: 'body', children: asClassicScript(early) };
        const links = preloadLinks(chunks, firstScreens({ firstViews, ...rest }));
        return { html: withoutApp(page), tags: [...links, ...views, script] };
      },
    },
  };
}

// `early.ts` looks for the path without its first part in the address.
function firstScreens({ screens }: AppAtBuild) {
  return screens.flatMap(({ early, name, path }) =>
    early ? [{ early, name, word: path.replace(/^\/[^/]+\//, '') }] : [],
  );
}

// A module in a page waits for the end of the page. The function keeps its names to itself.
function asClassicScript({ code, imports, exports }: Rolldown.OutputChunk): string {
  if (imports.length > 0 || exports.length > 0) throw new Error('The early start imports or exports something');
  return `(()=>{${code.trim()}})()`;
}

function withoutApp(page: string): string {
  const without = page.replace(APP_SCRIPT, '').replaceAll(/<link rel="modulepreload"[^>]+>/g, '');
  if (without === page) throw new Error("The page does not load the app's script");
  return without;
}

function preloadLinks(chunks: Rolldown.OutputChunk[], first: ReturnType<typeof firstScreens>): HtmlTagDescriptor[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (fileName: string, found = new Set<string>()): Set<string> => {
    found.add(fileName);
    for (const each of byFile.get(fileName)?.imports ?? []) if (!found.has(each)) withImports(each, found);
    // A file comes after its imports.
    found.delete(fileName);
    return found.add(fileName);
  };
  const entry = chunks.find(({ name, isEntry }) => isEntry && name === 'index');
  const app = withImports(entry?.fileName ?? '');
  const screens = first.flatMap(({ name, word }) => {
    const chunk = chunks.find((each) => each.name === name);
    if (!chunk) throw new Error(`There is no chunk for the screen ${name}`);
    const files = [...withImports(chunk.fileName)].filter((file) => !app.has(file));
    return files.map((file) => screenLink(file, word));
  });
  return [...[...app].map(appLink), ...screens];
}

// Before everything else in the page: the files are on their way while its styles and first views arrive.
const appLink = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  injectTo: 'head-prepend',
  attrs: { rel: 'modulepreload', 'data-app': true, crossorigin: true, href: `./${file}` },
});

const screenLink = (file: string, word: string): HtmlTagDescriptor => ({
  tag: 'link',
  injectTo: 'head',
  attrs: { 'data-screen': word, crossorigin: true, href: `./${file}` },
});

const MANIFEST = 'manifest.webmanifest';
const mainShop = process.env.VITE_MAIN_SHOP_SLUG || DEFAULT_MAIN_SHOP_SLUG;

const shortcut = (name: string, route: string) => ({
  name,
  url: `./#/${mainShop}/${route}`,
  icons: [{ src: './icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
});

// The dark colour of the window's bar is set by the page.
const manifest = {
  id: './',
  name: 'Haat: the shops around you',
  short_name: 'Haat',
  description: 'Find the shops around you, fill a cart, have it delivered or pick it up.',
  lang: 'en',
  start_url: './',
  scope: './',
  display: 'standalone',
  theme_color: '#0b5d66',
  background_color: '#fffaf1',
  categories: ['shopping', 'food'],
  icons: [
    { src: './icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: './icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: './icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [shortcut('Shops around you', 'dashboard'), shortcut('Your orders', 'order-history')],
  ...relatedApplications(process.env.VITE_APP_STORE_URL),
};

/** The app in the Play Store, where the operator has one: browsers do not offer to install the web app beside it. */
function relatedApplications(store = '') {
  const { hostname, searchParams } = URL.parse(store) ?? {};
  const id = searchParams?.get('id');
  return hostname === 'play.google.com' && id ? { related_applications: [{ platform: 'play', url: store, id }] } : {};
}

/**
 * Writes the web manifest. It is made by the build because it names the platform's own shop. The page names it to
 * `boot/early.ts`, which links it once the app has started: browsers fetch it and its icon before the app's own files.
 */
export function appManifest(): Plugin {
  return {
    name: 'app-manifest',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: JSON.stringify(manifest) });
    },
    transformIndexHtml: () => [
      { tag: 'link', injectTo: 'head', attrs: { 'data-manifest': true, href: `./${MANIFEST}` } },
    ],
  };
}
