/** The states of a shop as the operator sees it. `getting_ready`: no product is published yet, so the shop is not public. */
export const SHOP_STATES = ['open', 'paused', 'not_responding', 'getting_ready', 'suspended'] as const;
export type ShopState = (typeof SHOP_STATES)[number];

/** The sort keys of the operator's shops. `orders` and `ordered` cover the last `FIGURE_DAYS` days. */
export const SHOP_SORTS = ['created', 'name', 'orders', 'ordered', 'last_order', 'products', 'problems'] as const;
export type ShopSort = (typeof SHOP_SORTS)[number];

export const DIRECTIONS = ['asc', 'desc'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The direction in which a list is sorted first: names from A, everything else with the newest or the most first. */
export const firstDirection = (sort: string): Direction => (sort === 'name' || sort === 'category' ? 'asc' : 'desc');

/** How many days the statistics of a shop in the list cover. */
export const FIGURE_DAYS = 30;

/** The sort keys of the operator's orders and payments. */
export const ORDER_SORTS = ['created', 'total'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

export const PAYMENT_SORTS = ['created', 'amount'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];

/**
 * The operator's lists of accounts. `attention`: accounts that exceeded a limit, have many unpaid or undelivered orders, or are
 * blocked. The other lists are newest first by default.
 */
export const ACCOUNT_LISTS = ['attention', 'blocked', 'all'] as const;
export type AccountList = (typeof ACCOUNT_LISTS)[number];

/** The sort keys of the operator's accounts. `orders`, `expired` and `refusals` cover the last seven days. */
export const ACCOUNT_SORTS = ['created', 'orders', 'expired', 'refusals', 'last_seen'] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

/** Whether an entry of the shared catalog is offered to shops. */
export const CATALOG_STATES = ['shown', 'hidden'] as const;
export type CatalogState = (typeof CATALOG_STATES)[number];

/** The sort keys of the known products. `mrp`: products without one come last in either direction. */
export const KNOWN_PRODUCT_SORTS = ['name', 'category', 'mrp'] as const;
export type KnownProductSort = (typeof KNOWN_PRODUCT_SORTS)[number];

/** How long an operator helps a shop until the session returns to the platform by itself. */
export const HELP_HOURS = 8;
