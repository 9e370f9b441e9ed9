import { DEFAULT_MAIN_SHOP_SLUG } from '@haat/contract/rules/known-shops';
import type { Plugin } from 'vite';

const NAME = 'manifest.webmanifest';
const mainShop = process.env.VITE_MAIN_SHOP_SLUG || DEFAULT_MAIN_SHOP_SLUG;

const shortcut = (name: string, route: string) => ({
  name,
  url: `./#/${mainShop}/${route}`,
  icons: [{ src: './icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
});

/** What a phone needs to install Haat. The colour of the window's bar in the dark is the page's own to say. */
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
};

/** Writes the web manifest and links it. It is of the build because it names the platform's own shop. */
export function appManifest(): Plugin {
  return {
    name: 'app-manifest',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: JSON.stringify(manifest) });
    },
    transformIndexHtml: () => [{ tag: 'link', injectTo: 'head', attrs: { rel: 'manifest', href: `./${NAME}` } }],
  };
}
