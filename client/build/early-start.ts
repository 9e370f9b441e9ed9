import { KNOWN_SHOPS } from '@haat/contract/rules/known-shops';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { CARD_SIZES, pictureSet } from '../ui/shop-picture-sizes.ts';

/** The screens that a visit begins with, by the last word of their route. */
const SCREENS: Record<string, string> = {
  DashboardScreen: 'dashboard',
  ProductsScreen: 'products',
  OrderScreen: 'order',
  OrderHistoryScreen: 'order-history',
  LoginScreen: 'login',
};

/**
 * Runs `early.ts` beside the app, and names to it the files of the first screens and the picture of the first card: it
 * turns those of the screen in the address into preloads.
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
      handler(_, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const early = chunks.find(({ name }) => name === 'early');
        if (!early) throw new Error('The early start is not in the build');
        const src = `./${early.fileName}`;
        return [
          ...screenLinks(chunks),
          firstPicture(),
          { tag: 'script', injectTo: 'head', attrs: { type: 'module', async: true, crossorigin: true, src } },
        ];
      },
    },
  };
}

// The known shops are listed until others are found, so the first card is always the same.
function firstPicture(): HtmlTagDescriptor {
  const imagesrcset = pictureSet(KNOWN_SHOPS[0].slug);
  const attrs = { 'data-screen': 'dashboard', as: 'image', imagesrcset, imagesizes: CARD_SIZES, fetchpriority: 'high' };
  return { tag: 'link', injectTo: 'head', attrs };
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
