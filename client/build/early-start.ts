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

const APP_SCRIPT = /<script type="module" crossorigin src="[^"]+"><\/script>/;

/**
 * Runs `early.ts` in place of the app, which it starts itself, and names to it the files of the app and of the first
 * screens: it turns those that are wanted into preloads, and runs the app's one by one. It stands in the page, after the
 * views that it shows, so that nothing is waited for before the first of them; the page's policy names it by its hash
 * (`api/http/page-policy.ts`).
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
        return { html: withoutApp(page), tags: [...links(chunks), script] };
      },
    },
  };
}

// A module in a page would wait for the end of the page, and its names would be everybody's without the function.
function asClassic({ code, imports, exports }: Rolldown.OutputChunk): string {
  if (imports.length > 0 || exports.length > 0) throw new Error('The early start imports or exports something');
  return `(()=>{${code.trim()}})()`;
}

function withoutApp(page: string): string {
  const without = page.replace(APP_SCRIPT, '').replaceAll(/<link rel="modulepreload"[^>]+>/g, '');
  if (without === page) throw new Error("The page does not load the app's script");
  return without;
}

function links(chunks: Rolldown.OutputChunk[]): HtmlTagDescriptor[] {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (fileName: string, found = new Set<string>()): Set<string> => {
    found.add(fileName);
    for (const each of named.get(fileName)?.imports ?? []) if (!found.has(each)) withImports(each, found);
    // To its place: after those that it imports.
    found.delete(fileName);
    return found.add(fileName);
  };
  const entry = chunks.find(({ name, isEntry }) => isEntry && name === 'index');
  const app = withImports(entry?.fileName ?? '');
  const screens = chunks.flatMap(({ name, fileName }) => {
    const screen = SCREENS[name];
    const files = screen ? [...withImports(fileName)].filter((file) => !app.has(file)) : [];
    return files.map((file) => link('data-screen', file, screen));
  });
  return [...[...app].map((file) => link('data-app', file)), ...screens];
}

function link(what: string, file: string, value: string | true = true): HtmlTagDescriptor {
  return { tag: 'link', injectTo: 'head', attrs: { [what]: value, crossorigin: true, href: `./${file}` } };
}
