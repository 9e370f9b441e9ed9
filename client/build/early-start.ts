import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The screens that a visit begins with, by the last word of their route. */
const SCREENS: Record<string, string> = {
  DashboardScreen: 'dashboard',
  ProductsScreen: 'products',
  OrderScreen: 'order',
  OrderHistoryScreen: 'order-history',
  LoginScreen: 'login',
};

const APP_LINK = '<link rel="modulepreload" crossorigin href="$1" data-app />';

/**
 * Runs `early.ts` in place of the app, which it starts itself, and names to it the files of the first screens: it turns
 * those of the screen in the address into preloads.
 */
export function earlyStart(): Plugin {
  return {
    name: 'early-start',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(import.meta.dirname, '..', 'early.ts'), name: 'early' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const early = chunks.find(({ name }) => name === 'early');
        if (!early) throw new Error('The early start is not in the build');
        const src = `./${early.fileName}`;
        const script: HtmlTagDescriptor = {
          tag: 'script',
          injectTo: 'head',
          attrs: { type: 'module', async: true, crossorigin: true, src },
        };
        return { html: withPreloadedApp(page), tags: [...screenLinks(chunks), script] };
      },
    },
  };
}

function withPreloadedApp(page: string): string {
  const preloaded = page.replace(/<script type="module" crossorigin src="([^"]+)"><\/script>/, APP_LINK);
  if (preloaded === page) throw new Error("The page does not load the app's script");
  return preloaded;
}

function screenLinks(chunks: Rolldown.OutputChunk[]): HtmlTagDescriptor[] {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (fileName: string, found = new Set<string>()): Set<string> => {
    if (found.has(fileName)) return found;
    found.add(fileName);
    for (const each of named.get(fileName)?.imports ?? []) withImports(each, found);
    return found;
  };
  const entry = chunks.find(({ name, isEntry }) => isEntry && name === 'index');
  const atOnce = withImports(entry?.fileName ?? '');
  return chunks.flatMap(({ name, fileName }) => {
    const screen = SCREENS[name];
    const files = screen ? [...withImports(fileName)].filter((file) => !atOnce.has(file)) : [];
    return files.map((file) => ({
      tag: 'link',
      injectTo: 'head' as const,
      attrs: { 'data-screen': screen, crossorigin: true, href: `./${file}` },
    }));
  });
}
