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

const APP_LINK = '<link crossorigin href="$1" data-app />';

/**
 * Runs `early.ts` in place of the app, which it starts itself, and names to it the files of the app and of the first
 * screens: it turns those that are wanted into preloads. It stands in the page, after the views that it shows, so that nothing
 * is waited for before the first of them; the page's policy names it by its hash (`api/http/page-policy.ts`).
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
        delete bundle[early.fileName];
        const script: HtmlTagDescriptor = { tag: 'script', injectTo: 'body', children: asClassic(early) };
        return { html: withNamedApp(page), tags: [...screenLinks(chunks), script] };
      },
    },
  };
}

// A module in a page would wait for the end of the page, and its names would be everybody's without the function.
function asClassic({ code, imports, exports }: Rolldown.OutputChunk): string {
  if (imports.length > 0 || exports.length > 0) throw new Error('The early start imports or exports something');
  return `(()=>{${code.trim()}})()`;
}

function withNamedApp(page: string): string {
  const named = page.replace(/<script type="module" crossorigin src="([^"]+)"><\/script>/, APP_LINK);
  if (named === page) throw new Error("The page does not load the app's script");
  return named;
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
