import type { Plugin, Rolldown } from 'vite';

type Groups = (NonNullable<Rolldown.OutputOptions['codeSplitting']> & object)['groups'];

/**
 * Resolves react-router to its production build; its package exports point bundlers to the development build. Also marks
 * its `forwardRef` components as pure, so that unused ones (such as forms) are removed, and takes from links that they prefetch
 * modules, which only apps built by the router's own plugin do.
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
          .replaceAll(/^\w+\.displayName = .+;$/gm, '')
          .replace(/return shouldPrefetch && .+ : link;$/m, 'return link;'),
        map: null,
      }),
    },
  };
}

/** A group of modules that several screens share; their imports are left to other groups. `paths`: patterns of its files. */
const shared = (name: string, ...paths: string[]) => ({
  name,
  test: new RegExp(paths.join('|')),
  minShareCount: 2,
  includeDependenciesRecursively: false,
  priority: 1,
});

/**
 * What several screens share, by use: a screen loads no group that it needs little of. Without a group each combination of
 * screens would get its own chunks, and small chunks cost more to request than to have.
 */
export const CHUNK_GROUPS: Groups = [
  // The first load, in parts that change at different times: a new version of the app leaves the libraries cached.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: 'libraries', tags: ['$initial'], test: /node_modules\//, priority: 2 },
  { name: 'app', tags: ['$initial'], test: (id) => !/\/early\.ts$|first-screens/.test(id), priority: 1 },
  // Before the others: the dashboard needs nothing else of the modules that they share.
  {
    name: 'dashboard',
    test: /client\/(ui\/SearchField|i18n\/use-clock-text|lib\/(all-shops|use-minute|use-settled)|storefront\/market\/(OpenCarts|open-carts|landing\/(?!LandingMore|MoreShops))|storefront\/checkout\/CartBar\.module)|contract\/shops\/(opening-hours|distance|pause)\./,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'landing-texts', test: /landing-texts\.ts|catalog\/en-landing/ },
  shared('catalog-texts', 'catalog-texts\\.ts', 'catalog/en-catalog'),
  shared(
    'forms',
    'client/ui/(ChoiceList|Field|PictureField|Switch|UnsavedGuard|use-machine-toasts)',
    'client/lib/pictures',
    'contract/accounts/(contact|profile)\\.',
  ),
  // Forms that take their limits from the contract.
  shared('contract-forms', 'client/ui/use-form'),
  shared('lists', 'client/ui/LoadMore', 'client/lib/call-pages', 'nfiniteQuery'),
  // The screens that sell, but for the card, as orders show no products to add, and the popup, which follows the catalog.
  shared(
    'storefront',
    'client/(shared/(addresses|cart)|storefront/shop)/(?!AddressExtras|ProductCard|ProductPicture|cart-lines|cart-toasts|product-page/)',
    'client/(account/AddressScreen|storefront/checkout/(EndedSessionCart|OpenPaymentBar|use-focus-after-removal))',
    'contract/shops/delivery-area',
  ),
  // Products of many shops: search, favourites, "buy again".
  shared('market', 'client/storefront/market/rows/'),
  // Product cards and the cart bar, which order screens do not show.
  shared('cards', 'client/storefront/(checkout/CartBar|shop/ProductCard)'),
  // The carts of other screens, too.
  shared(
    'catalog',
    'client/lib/(catalog-updates|use-focus-handover)',
    'client/ui/offer-undo',
    'client/shared/cart/cart-lines',
    'contract/catalog/products\\.calls\\.ts\\?export=listProducts',
    'contract/orders/cart-changes',
  ),
  // Shared by the shop's products and the counter: prices by weight, and the search.
  shared('prices', 'client/ui/PriceLine', 'contract/(fold-text|catalog/pack-size)\\.'),
  // Every list of orders.
  shared(
    'order-parts',
    'client/(shared/orders/(OrderItems|TimelineLink|weight-text|settlement-rows)|storefront/orders/(Orders\\.module|use-promise-text))',
    'client/(ui/StatusChip|i18n/order-status-text)',
    'machines/orders/(order\\.machine|hand-over|is-sale|order-group)',
    'contract/(orders/(orders\\.calls\\.ts\\?export=listOwn|order-(list|problems|reasons))|shops/map-links|payments/settlement)',
  ),
  // Also for logging out, which clears it.
  shared(
    'order-storage',
    'client/shared/orders/(order-summary-storage|pending-order|remembered-choice)',
    'machines/orders/place-request',
  ),
  shared(
    'payments',
    'client/storefront/checkout/payment/(?!payment-words)',
    'client/shared/orders/order-payment',
    'contract/payments/(payments\\.calls|payment\\.)',
  ),
  shared('live', 'client/lib/(live-updates|use-refetch-on-events)', 'problems/fresh-problems'),
  shared('menu', 'client/app/MenuLink', 'client/storefront/orders/use-unread-count'),
  // Screens that need a session, and the offer to switch to another shop.
  shared('guard', 'client/shared/session/(RouteGuard|lazy-switch-offer)'),
  // Of the back office alone.
  shared(
    'office',
    'client/lib/session-shop',
    'client/(app/back-office|office|platform)/.+\\.module\\.css',
    'contract/shops/settings\\.calls\\.ts\\?export=getSettings',
  ),
  // The forms of a shop, and the codes of shops and products.
  shared(
    'shop-settings',
    'contract/(shops/(gstin|shop-code|shop-settings)|catalog/(barcode|product-input)|orders/(pickup-code|scan\\.calls))\\.',
    'machines/stock/scanned-text',
    'client/office/catalog/scan-product',
  ),
  // Separate, as the login and the header need it without the storefront.
  shared('favourites', 'client/shared/favourites/', 'contract/shops/favourites\\.calls'),
  // The rest, for most screens; the parts of `lib`, `ui` and `i18n` that hardly any screen outside the back office uses stay with
  // their screens.
  {
    name: 'ui',
    test: /client\/(ui|i18n|lib)\/(?!back-office-styles|ConfirmButton|install-app|live-updates|offline-queue|download-file|is-day|readable-device|use-day-text|use-trade-name|throttle|wake-lock|Select\.)|\/(useMutation|mutationObserver)\.js|\/(CartLineParts|ProductPicture|payment-words)\.|client\/shared\/orders\/OrderTimelineScreen\.module\.css|contract\/(accounts\/users\.calls|orders\/order-terms|catalog\/product)\./,
    minShareCount: 2,
  },
  { name: 'push', test: /client\/shared\/push\/|machines\/notify\/push-token/, minShareCount: 2 },
];
