import type { OrderView } from '@haat/contract/orders/orders.calls';
import { type FeedName, shopFeed } from '@haat/contract/socket-events';
import type { FeedRow } from '@haat/core/notify/feeds';
import { throttledErrorLog } from '@haat/core/ops/log';
import { readShopOrders } from '@haat/core/orders/read-shop-orders';
import { presentOrder } from '../orders/orders.routes.ts';

/** Of one shop at a time: beyond that, its screens read their list once. */
const MOST_ORDERS = 20;
/** Of JSON. An order of a dozen items has 5 KB; the buffer of a stream holds 64. */
const MOST_BYTES = 16 * 1024;
/** A new order rings without what its screens can read themselves. */
const WAIT_MS = 1_000;

/** The orders that events of a shop carry, by id. */
export type CarriedOrders = ReadonlyMap<number, OrderView>;

export const NO_ORDERS: CarriedOrders = new Map();

const logFailure = throttledErrorLog('orders of live events');

/**
 * Reads the orders of events for the screens of their shops. One statement at a time reads all that is asked for, so that load
 * does not multiply statements, and a later answer is never older than one before it.
 */
export class CarriedOrderReader {
  readonly #wanted = new Set<number>();
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<CarriedOrders> | undefined;

  /** The orders of these rows, as they are after the call. Never rejects: events do without what cannot be read in time. */
  async read(rows: FeedRow[]): Promise<CarriedOrders> {
    const ids = [...Map.groupBy(rows, ({ feed }) => feed).values()].flatMap(idsToCarry);
    if (ids.length === 0) return NO_ORDERS;
    for (const id of ids) this.#wanted.add(id);
    this.#next ??= this.#readAfter(this.#last);
    return inTime(this.#next).catch((error: Error) => {
      logFailure(error);
      return NO_ORDERS;
    });
  }

  #readAfter(last: Promise<unknown>): Promise<CarriedOrders> {
    const next = last.then(async () => {
      const ids = [...this.#wanted];
      this.#wanted.clear();
      this.#next = undefined;
      return new Map(
        (await readShopOrders(ids))
          .map(presentOrder)
          .filter((order) => Buffer.byteLength(JSON.stringify(order)) <= MOST_BYTES)
          .map((order) => [order.id, order]),
      );
    });
    this.#last = next.catch(() => {});
    return next;
  }
}

function idsToCarry(rows: FeedRow[]): number[] {
  const ids = new Set(rows.map(({ orderId }) => orderId));
  return ids.size > MOST_ORDERS ? [] : [...ids];
}

/** The orders of the shop with this feed: its events must not carry another shop's. */
export const ordersOfFeed = (orders: CarriedOrders, feed: FeedName): CarriedOrders =>
  orders.size === 0 ? NO_ORDERS : new Map([...orders].filter(([, { shop }]) => shopFeed(shop.id) === feed));

/** The order of a row as a field of its event, if the event carries it. */
export function carried({ orderId }: FeedRow, orders: CarriedOrders): { order?: OrderView } {
  const order = orders.get(orderId);
  return order ? { order } : {};
}

async function inTime(read: Promise<CarriedOrders>): Promise<CarriedOrders> {
  const late = Promise.withResolvers<CarriedOrders>();
  const timer = setTimeout(() => late.resolve(NO_ORDERS), WAIT_MS);
  return Promise.race([read, late.promise]).finally(() => clearTimeout(timer));
}
