import { listShopOrders, type OrderView } from '@haat/contract/orders/orders.calls';
import { readOrderStatus } from '@haat/contract/orders/order-status';
import { OPEN_STATUSES } from '@haat/machines/orders/order.machine';
import { hashKey, type InfiniteData, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { readsFrom } from '../../lib/reload.ts';

/** Ends the key of the list of all open orders, after the path and the address of its call. */
export const ALL_OPEN = 'all';

export const isAllOpen = ({ queryKey: [path, , end] }: Pick<Query, 'queryKey'>): boolean =>
  path === listShopOrders.path && end === ALL_OPEN;

/** A list with an order that has arrived, the same list if nothing changes; undefined if only the server can say. */
type Put = (orders: readonly OrderView[], arrived: OrderView) => readonly OrderView[] | undefined;

/** Into all open orders, oldest first: a new one goes to its place, one that has ended goes. */
export const putOpen: Put = (orders, arrived) => {
  const status = readOrderStatus(arrived.order_status);
  if (!status) return undefined;
  const isOpen = OPEN_STATUSES.includes(status);
  if (orders.some(({ id }) => id === arrived.id)) {
    const replaced = putWhereShown(orders, arrived);
    return isOpen || replaced === orders ? replaced : replaced?.filter(({ id }) => id !== arrived.id);
  }
  if (!isOpen) return orders;
  // One that is under way and not in the list has ended since, or its arrival is late. A new one may be accepted automatically.
  if (status !== 'Pending' && status !== 'Accepted') return undefined;
  const at = orders.findIndex(({ id }) => id > arrived.id);
  return orders.toSpliced(at < 0 ? orders.length : at, 0, arrived);
};

/** Into another list, which only the server can add to. */
export const putWhereShown: Put = (orders, arrived) => {
  const at = orders.findIndex(({ id }) => id === arrived.id);
  const known = orders[at];
  if (!known) return orders;
  const isNewer = isNewerThan(known, arrived);
  if (isNewer === undefined) return undefined;
  return isNewer ? orders.with(at, arrived) : orders;
};

/** Undefined for an order without a version, and for a change without an event of the order, such as a deadline that was set. */
function isNewerThan(known: OrderView, arrived: OrderView): boolean | undefined {
  if (known.version === undefined || arrived.version === undefined) return undefined;
  if (known.version !== arrived.version) return arrived.version > known.version;
  return isSame(known, arrived) ? false : undefined;
}

// The status of one version is the same, unless a change of this device that waits is shown.
const isSame = (one: OrderView, other: OrderView): boolean => textOf(one) === textOf(other);
const textOf = (order: OrderView): string => JSON.stringify({ ...order, order_status: undefined });

/** The version of each order that has arrived, of many the latest. */
const arrivedVersions = new WeakMap<QueryClient, Map<number, number>>();
const VERSIONS_KEPT = 2_000;

/** False for an order that was put already, or a newer state of it: also after it has left the lists. */
function isNews(queries: QueryClient, id: number, version: number): boolean {
  const versions = arrivedVersions.get(queries) ?? new Map<number, number>();
  arrivedVersions.set(queries, versions);
  if ((versions.get(id) ?? -1) >= version) return false;
  versions.delete(id);
  versions.set(id, version);
  const [oldest] = versions.keys();
  if (versions.size > VERSIONS_KEPT && oldest !== undefined) versions.delete(oldest);
  return true;
}

/** The lists that are being read, by the hashes of their keys, each with the orders that have arrived since it began. */
const reads = new Map<string, OrderView[]>();

type Read = { client: QueryClient; queryKey: QueryKey; signal: AbortSignal };

/** Reads orders, and puts into them what arrives meanwhile: an answer may be older than that. */
export async function readWithArrivals(query: Read, read: () => Promise<OrderView[]>, put: Put): Promise<OrderView[]> {
  const { client, queryKey, signal } = query;
  const hash = hashKey(queryKey);
  const arrived: OrderView[] = [];
  reads.set(hash, arrived);
  try {
    let orders: readonly OrderView[] | undefined = await read();
    for (const order of arrived) orders &&= put(orders, order);
    return orders ? [...orders] : await readWithArrivals(query, read, put);
  } catch (error) {
    const shown = client.getQueryCache().get(hash);
    if (shown && !signal.aborted) for (const order of arrived) putInto(client, shown, order);
    throw error;
  } finally {
    if (reads.get(hash) === arrived) reads.delete(hash);
  }
}

/**
 * Shows an order that has arrived in all lists of its shop's orders that have been read. False if the list of open orders must be
 * read again to be sure. When each was read last stays as it is: lists are still polled.
 */
export function putOrder(queries: QueryClient, order: OrderView): boolean {
  if (order.version === undefined) return false;
  if (!isNews(queries, order.id, order.version)) return true;
  let isSure = true;
  for (const query of queries.getQueryCache().findAll(readsFrom(listShopOrders.path, { shopId: order.shop.id }))) {
    const arrived = reads.get(query.queryHash);
    arrived?.push(order);
    // The answer shows it: in a list of an earlier visit, its card would move as soon as that comes, and be tapped in vain.
    if (arrived && isAllOpen(query)) continue;
    if (!putInto(queries, query, order)) isSure = isSure && !isAllOpen(query);
  }
  return isSure;
}

/** False if only the server can say whether and where the list has the order. */
function putInto(queries: QueryClient, query: Query, order: OrderView): boolean {
  const { data, dataUpdatedAt } = query.state;
  const known = data as OrderView[] | InfiniteData<readonly OrderView[]> | undefined;
  const put = isAllOpen(query) && Array.isArray(known) ? putOpen(known, order) : putIntoPages(known, order);
  if (put !== known && put) queries.setQueryData(query.queryKey, put, { updatedAt: dataUpdatedAt });
  return put !== undefined;
}

function putIntoPages<Data>(known: Data, order: OrderView): Data {
  if (typeof known !== 'object' || known === null || !('pages' in known)) return known;
  const { pages } = known as unknown as InfiniteData<readonly OrderView[]>;
  const put = pages.map((page) => putWhereShown(page, order) ?? page);
  return put.some((page, at) => page !== pages[at]) ? { ...known, pages: put } : known;
}

type Prepare = (orders: readonly OrderView[]) => Promise<void>;
let prepare: Prepare | undefined;

/** Set by the module that reads the lists: what loads the parts of tickets before they are shown. */
export function prepareTicketsWith(load: Prepare): void {
  prepare = load;
}

/** Resolves when the ticket of this order can be shown; undefined if it can be now. */
export function whenPrepared(order: OrderView): Promise<void> | undefined {
  const hasParts = order.cancellation ?? order.proposal ?? (order.revision > 1 || undefined);
  return hasParts && prepare?.([order]);
}
