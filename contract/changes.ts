import type { ApiPath } from './endpoint.ts';

/** What a customer's order shows in: the lists of their orders, and of what they have bought. */
export const OWN_ORDER_PATHS = [
  '/api/orders/user',
  '/api/bought-products',
  '/api/shops/:shopId/bought-products',
] as const satisfies ApiPath[];

/** What a changed order shows in: its own pages, the lists it is in, the reports that count it. */
export const ORDER_PATHS = [
  '/api/orders',
  '/api/bought-products',
  '/api/shops/:shopId/bought-products',
  '/api/problems',
  '/api/notifications/missed-orders',
  '/api/shops/:shopId/packing',
  '/api/shops/:shopId/deliveries',
  '/api/shops/:shopId/problems',
  '/api/shops/:shopId/counter-sales',
  '/api/shops/:shopId/customers',
  '/api/shops/:shopId/cash-report',
  '/api/shops/:shopId/cash-closes',
  '/api/shops/:shopId/money-report',
  '/api/operator/orders',
  '/api/operator/problems',
] as const satisfies ApiPath[];

/** What a reported problem shows in; the problems of an order are below it, with the id of the order. */
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
