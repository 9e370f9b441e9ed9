import type { Plugin, Rolldown } from 'vite';

type Groups = (NonNullable<Rolldown.OutputOptions['codeSplitting']> & object)['groups'];

/**
 * Resolves react-router to its production build; its package exports point bundlers to the development build. Also marks
 * its `forwardRef` components as pure, so that unused ones (such as forms) are removed.
 */
export function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!/^react-router(\/dom)?$/.test(source)) return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    },
    transform: {
      filter: { id: /react-router\/dist\/production/ },
      handler: (code) => ({
        code: code
          .replaceAll(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1')
          .replaceAll(/^\w+\.displayName = .+;$/gm, ''),
        map: null,
      }),
    },
  };
}

/**
 * What several screens share, by folder. Without a group each combination of screens would get chunks of its own, and small
 * chunks cost more to request than to have.
 */
export const CHUNK_GROUPS: Groups = [
  // The first load, in parts that change at different times: a new version of the app leaves the libraries cached.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: 'libraries', tags: ['$initial'], test: /node_modules\//, priority: 2 },
  { name: 'app', tags: ['$initial'], test: (id) => !/\/early\.ts$|first-screens/.test(id), priority: 1 },
  // Loaded when the page is idle, or as soon as it is needed (`lib/deferred-actor.ts`).
  {
    name: 'machines',
    test: /node_modules\/(xstate|@xstate)\/|machines\/(unprovided|(cart\/cart|session\/session)\.machine)\.|features\/\w+\/(cart|session)-machine\./,
    priority: 1,
  },
  // Before the others: the dashboard needs nothing else of what they share.
  {
    name: 'dashboard',
    test: /client\/(ui\/SearchField|i18n\/use-clock-text|lib\/(all-shops|lazy-component|use-minute|use-settled)|features\/(carts\/|landing\/(?!LandingMore|MoreShops)))|contract\/rules\/opening-hours/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'landing-texts', test: /landing-texts\.ts|catalog\/en-landing/ },
  // With what the storefront shares with the back office, which needs nothing else of it.
  {
    name: 'ui',
    test: /client\/(ui|i18n|lib)\/(?!install-app)|catalog\/en-catalog|\/(useMutation|mutationObserver)\.js|\/(CartLineParts|cart-lines|ProductPicture)\.|contract\/rules\/(order-terms|product)\.ts/,
    minShareCount: 2,
  },
  // Of its own, as the login and the header need it without the storefront.
  { name: 'favourites', test: /client\/features\/favourites\//, minShareCount: 2, priority: 1 },
  // Without the card, as orders show no products to add, and without the popup, which is loaded after the catalog.
  {
    name: 'storefront',
    test: /client\/features\/(cart|addresses|products)\/(?!ProductCard|CartPopup)/,
    minShareCount: 2,
  },
  { name: 'orders', test: /client\/features\/(order(?!-history)|payment)[\w-]*\/(?!checkout-draft)/, minShareCount: 2 },
  { name: 'push', test: /client\/features\/push\/|machines\/push\//, minShareCount: 2 },
];
