import type { ApiPath } from './endpoint.ts';

/** Where the back office of a shop shows its orders: their lists, and the reports that count them. */
export const SHOP_ORDER_PATHS = [
  '/api/orders/shop/:shopId',
  '/api/notifications/missed-orders',
  '/api/shops/:shopId/packing',
  '/api/shops/:shopId/deliveries',
  '/api/shops/:shopId/counter-sales',
  '/api/shops/:shopId/customers',
  '/api/shops/:shopId/cash-report',
  '/api/shops/:shopId/cash-closes',
  '/api/shops/:shopId/money-report',
] as const satisfies ApiPath[];

/** What a changed order shows in: its own pages, and the lists and reports of its customer, its shop and the operator. */
export const ORDER_PATHS = [
  '/api/orders',
  '/api/problems',
  ...SHOP_ORDER_PATHS,
  '/api/shops/:shopId/problems',
  '/api/operator/orders',
  '/api/operator/problems',
] as const satisfies ApiPath[];

/** Where customers see their own orders: the lists of them, and of what they have bought. */
export const OWN_ORDER_PATHS = [
  '/api/orders/user',
  '/api/bought-products',
  '/api/shops/:shopId/bought-products',
] as const satisfies ApiPath[];

/** What a reported problem shows in; the problems of an order are below the order. */
export const PROBLEM_PATHS = [
  '/api/orders',
  '/api/problems',
  '/api/shops/:shopId/problems',
  '/api/operator/problems',
] as const satisfies ApiPath[];

/** What a changed product shows in. Lists that follow the catalog live are not here. */
export const PRODUCT_PATHS = [
  '/api/products',
  '/api/shops/:shopId/products',
  '/api/shops/:shopId/activity',
] as const satisfies ApiPath[];

/** What a changed category or unit shows in. */
export const CATEGORY_PATHS = [
  '/api/categories',
  '/api/units',
  '/api/shops/:shopId/categories',
  '/api/shops/:shopId/units',
  ...PRODUCT_PATHS,
] as const satisfies ApiPath[];

/** What a changed stock shows in. */
export const STOCK_PATHS = [
  '/api/shops/:shopId/products',
  '/api/shops/:shopId/stock-items',
  '/api/shops/:shopId/stock-takes',
  '/api/shops/:shopId/low-stock',
  '/api/shops/:shopId/expiring',
  '/api/shops/:shopId/variants',
  '/api/shops/:shopId/purchases',
  '/api/shops/:shopId/usual-purchases',
  '/api/shops/:shopId/suppliers',
] as const satisfies ApiPath[];
