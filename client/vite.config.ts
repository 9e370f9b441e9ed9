import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { appManifest } from './build/app-manifest.ts';
import { earlyStart } from './build/early-start.ts';
import { firstView } from './build/first-view.ts';
import { inlineStyles } from './build/inline-styles.ts';
import { messageCatalogues } from './build/message-catalogues.ts';
import { offlineWorker } from './build/offline-worker.ts';
import { precompress } from './build/precompress.ts';
import { productionRouter } from './build/production-router.ts';
import { shopPictures } from './build/shop-pictures.ts';

const API = process.env.HAAT_API_URL ?? 'http://localhost:8080';

// Shared by the screens that visits begin with, and so small that a request of its own would cost more.
const FIRST_PARTS = /client\/(ui\/(SearchField|use-slash)|lib\/(prefers-|when-idle)|features\/carts\/open-carts)/;

// What the screens of a shop share; the dashboard, where most visits begin, needs none of it.
const SHOP_PARTS =
  /client\/(ui\/(?!SearchField|Switch|use-slash)|features\/(cart|addresses|products)\/|i18n\/shelf-)|catalogue\/en-shelf|rules\/min-order-value/;

// What the screens of orders share. Every file that a screen may need is named in the first script.
const ORDER_PARTS = /client\/features\/(order-again|order\/|order-summary|payment)|rules\/cart-changes/;

// What only those who write longer forms need.
const FORM_PARTS = /client\/ui\/(UnsavedGuard|SelectField|TextAreaField|PictureField|use-focus-on-first)/;

// What tells a device while no page is open, but for the library of the push service and what only one screen says of it.
const PUSH =
  /client\/(lib\/push\/(?!push-device)|features\/push\/(DevicePush|use-push\.))|machines\/push|rules\/push-data/;

// What the board of orders can do without at first.
const DESK_EXTRAS =
  /client\/features\/(notifications\/(AlertsOffer|desktop-permission)|shop-orders\/(BoardKeys|WakeLockSwitch|use-wake-lock)|push\/ShopPush|receipts\/(PrintReceiptButton|ReceiptPrinterButton|PrintingNotices))/;

const STATIC_PAGES = /client\/features\/static\/(?!ConsentText)/;

/** The order of the cascade layers, said first in every style sheet: which of them arrives first is up to the chunks. */
function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.css') ? { code: `@layer base, ui, screens;\n${code}`, map: null } : undefined,
  };
}

/** What the app's own modules are made of. */
const forModules = () => [layerOrder(), messageCatalogues(), shopPictures()];

export default defineConfig({
  // Relative, so that the build works under any path; the routes live after the #.
  base: './',
  plugins: [
    react(),
    productionRouter(),
    ...forModules(),
    firstView(forModules),
    appManifest(),
    earlyStart(),
    inlineStyles(),
    offlineWorker(),
    precompress(),
  ],
  // @xstate/react asks for a shim of what React itself has since 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    assetsInlineLimit: 0,
    // All styles together are smaller than what the requests for their parts would cost.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What the router tells its developers on the console.
      treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'warnOnce'] },
      output: {
        codeSplitting: {
          groups: [
            // What every visit begins with, in parts that a phone can take in one at a time, and keep when only ours changes.
            // Not in more: small ones are costlier to ask for than to have.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            { name: 'libraries', tags: ['$initial'], test: /node_modules\//, priority: 3 },
            { name: 'app', tags: ['$initial'], test: (id) => !id.endsWith('/early.ts'), priority: 2 },
            { name: 'first-parts', test: FIRST_PARTS, priority: 2 },
            { name: 'shop-parts', test: (id) => SHOP_PARTS.test(id) && !FORM_PARTS.test(id), minShareCount: 2 },
            { name: 'form-parts', test: FORM_PARTS, minShareCount: 2 },
            { name: 'order-parts', test: ORDER_PARTS, minShareCount: 2 },
            // Files of a few lines each: in the first script their names take as much room as they do.
            { name: 'rules', test: /contract\/rules\/(email|stock|product-barcode)\./, minShareCount: 2 },
            { name: 'desk-ways', test: /client\/(app\/desk-items|lib\/desk-paths)/ },
            { name: 'push', test: PUSH },
            { name: 'query', test: /react-query.*infiniteQuery/i },
            { name: 'desk-parts', test: DESK_EXTRAS },
            { name: 'static-pages', test: STATIC_PAGES },
            { name: 'no-shop', test: /client\/app\/Shop(NotFound|Suspended)Screen/ },
          ],
        },
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
