import type { OrderView } from '@haat/contract/api/orders';
import type { ShopProduct } from '@haat/contract/api/products';
import type { QueuedAction } from '@haat/machines/offline-queue/offline-queue.machine';
import type { QueryClient } from '@tanstack/react-query';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';

type Body = { status?: OrderView['order_status']; price?: number; stock?: number; published?: boolean };

/** Shows in the lists of this device what changes that wait will have changed. What was refused is not shown. */
export function showQueued(queries: QueryClient, actions: readonly QueuedAction[]): void {
  for (const { call, params, body, refusal } of actions) {
    const id = Number(params?.id);
    if (refusal) continue;
    const status = ENDS[call] ?? (call === 'advanceOrder' ? (body as Body).status : undefined);
    if (status)
      changeRows<OrderView>(queries, BACK_OFFICE_QUERY_KEYS.allShopOrders, (order) =>
        order.id === id ? { ...order, order_status: status } : order,
      );
    else if (body !== undefined)
      changeRows<ShopProduct>(queries, ['shop-products'], (product) => withChange(product, { call, id }, body as Body));
  }
}

const ENDS: Partial<Record<string, OrderView['order_status']>> = {
  cancelOrder: 'Cancelled',
  declineOrder: 'Declined',
  returnOrder: 'Returned',
};

function withChange(product: ShopProduct, { call, id }: { call: string; id: number }, body: Body): ShopProduct {
  const { price, stock, published } = body;
  if (call === 'publishProduct') return product.id === id ? { ...product, published: published === true } : product;
  const change = { ...(price !== undefined && { price }), ...(stock !== undefined && { stock }) };
  if (!product.variants.some((variant) => variant.id === id)) return product;
  return {
    ...product,
    variants: product.variants.map((variant) => (variant.id === id ? { ...variant, ...change } : variant)),
  };
}

/** A list, or its pages: rows of orders, and products with where the next page begins. */
type Page<Row> = Row[] | { products: Row[] };
type Rows<Row> = Row[] | { pages: Page<Row>[] };

function changeRows<Row>(queries: QueryClient, queryKey: readonly unknown[], change: (row: Row) => Row): void {
  const changePage = (page: Page<Row>): Page<Row> =>
    Array.isArray(page) ? page.map(change) : { ...page, products: page.products.map(change) };
  queries.setQueriesData<Rows<Row>>({ queryKey }, (known) => {
    if (Array.isArray(known)) return known.map(change);
    return known && 'pages' in known ? { ...known, pages: known.pages.map((page) => changePage(page)) } : known;
  });
}
