import type { BulkChange } from '@haat/contract/catalog/bulk-changes.calls';
import {
  type CategoryView,
  listCategories,
  listShopProducts,
  type ShopProduct,
} from '@haat/contract/catalog/products.calls';
import type { ApiPath } from '@haat/contract/endpoint';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { QueuedAction } from '@haat/machines/orders/offline-queue.machine';
import type { QueryClient } from '@tanstack/react-query';
import { STEPS } from '../../lib/offline-queue/queued-calls.ts';

type NumberBody = { price?: number; stock?: number };
type BulkBody = { products: number[]; change: BulkChange };

/** Shows waiting changes in the lists of this device as if they were made. Refused changes are not shown. */
export function showQueued(queries: QueryClient, actions: readonly QueuedAction[]): void {
  for (const action of actions) {
    if (action.refusal) continue;
    const status = statusAfter(action);
    if (status) {
      const id = Number(action.params?.id);
      const withStatus = (order: OrderView) => (order.id === id ? { ...order, order_status: status } : order);
      for (const path of ORDER_LISTS) changeRows<OrderView>(queries, path, withStatus);
    }
    const change = productChange(queries, action);
    if (change) changeRows<ShopProduct>(queries, listShopProducts.path, change);
  }
}

const ORDER_LISTS = [
  '/api/orders/shop/:shopId',
  '/api/shops/:shopId/packing',
  '/api/shops/:shopId/deliveries',
  '/api/shops/:shopId/counter-sales',
  '/api/shops/:shopId/customers/:id/orders',
] as const satisfies ApiPath[];

function statusAfter({ call, body }: QueuedAction): OrderView['order_status'] | undefined {
  return ENDS[call] ?? (STEPS.has(call) ? (body as Status).status : undefined);
}

type Status = { status: OrderView['order_status'] };

const ENDS: Partial<Record<string, OrderView['order_status']>> = {
  cancelOrder: 'Cancelled',
  declineOrder: 'Declined',
  returnDelivery: 'Returned',
  returnOrder: 'Returned',
};

/** A row after a change; undefined when it is gone. */
type RowChange<Row> = (row: Row) => Row | undefined;

function productChange(queries: QueryClient, action: QueuedAction): RowChange<ShopProduct> | undefined {
  const { call, params, body, prices = {} } = action;
  const id = Number(params?.id);
  if (call === 'changeProducts') return bulkChange(queries, body as BulkBody, prices);
  if (call === 'deleteProduct') return (product) => (product.id === id ? undefined : product);
  if (call === 'publishProduct') {
    const { published } = body as { published: boolean };
    return (product) => (product.id === id ? { ...product, published } : product);
  }
  if (call !== 'setPrice' && call !== 'setStock') return undefined;
  const { price, stock } = body as NumberBody;
  return withNumbers((variant) =>
    variant === id ? { ...(price !== undefined && { price }), ...(stock !== undefined && { stock }) } : undefined,
  );
}

/** A change of many products. `prices`: the new ones, by variant: a percentage applied twice would be another. */
function bulkChange(
  queries: QueryClient,
  { products, change }: BulkBody,
  prices: Record<number, number>,
): RowChange<ShopProduct> {
  const ids = new Set(products);
  const changed = changeOf(queries, change, prices);
  return (product) => (ids.has(product.id) ? changed(product) : product);
}

function changeOf(queries: QueryClient, change: BulkChange, prices: Record<number, number>): RowChange<ShopProduct> {
  if (change.kind === 'delete') return () => undefined;
  if (change.kind === 'published') return (product) => ({ ...product, published: change.published });
  if (change.kind === 'stock') return withNumbers(() => ({ stock: change.stock }));
  if (change.kind === 'category') {
    const category = categoryNames(queries, change.category_id);
    return (product) => ({ ...product, category_id: change.category_id, ...category });
  }
  return withNumbers((variant) => {
    const price = prices[variant];
    return price === undefined ? undefined : { price };
  });
}

function categoryNames(queries: QueryClient, id: number) {
  const lists = queries.getQueriesData<CategoryView[]>({ queryKey: [listCategories.path] });
  for (const category of lists.flatMap(([, list]) => list ?? [])) {
    const child = category.children.find((each) => each.id === id);
    if (child ?? category.id === id)
      return { category_name: category.name, category: category.name, subcategory: child?.name ?? null };
  }
  return {};
}

/** A product with other numbers of those variants for which there are any. */
function withNumbers(numbersOf: (variantId: number) => NumberBody | undefined): RowChange<ShopProduct> {
  return (product) => {
    if (!product.variants.some(({ id }) => numbersOf(id))) return product;
    return { ...product, variants: product.variants.map((variant) => ({ ...variant, ...numbersOf(variant.id) })) };
  };
}

/** A list, or its pages: rows of orders, and products with where the next page begins. */
type Page<Row> = Row[] | { products: Row[] };
type Rows<Row> = Row[] | { pages: Page<Row>[] };

/** Changes the rows of all lists that a call has answered. */
function changeRows<Row>(queries: QueryClient, path: ApiPath, change: RowChange<Row>): void {
  const changeAll = (rows: Row[]): Row[] => rows.flatMap((row) => change(row) ?? []);
  const changePage = (page: Page<Row>): Page<Row> =>
    Array.isArray(page) ? changeAll(page) : { ...page, products: changeAll(page.products) };
  queries.setQueriesData<Rows<Row>>({ queryKey: [path] }, (known) => {
    if (Array.isArray(known)) return changeAll(known);
    return known && 'pages' in known ? { ...known, pages: known.pages.map((page) => changePage(page)) } : known;
  });
}
