import type { OrderView } from '@haat/contract/orders/orders.calls';
import { type OrderStatus, readOrderStatus } from '@haat/contract/orders/order-status';
import { dueAt } from './OrderAge.tsx';

/** The ids of the orders in each lane of the board, from top to bottom. */
export type Arrangement = Readonly<Record<string, readonly number[]>>;

/** A column of the board, or the one list of all open orders. */
export type Lane = { key: string; statuses: readonly OrderStatus[] };

/** Sorts the orders into lanes, first by due time (to accept a new order, to pack an accepted one), then by age. */
export function arrangeOrders(orders: readonly OrderView[], lanes: readonly Lane[]): Arrangement {
  const sorted = orders
    .map((order) => ({ order, due: dueAt(order, statusOf(order)), placed: Date.parse(order.order_date) }))
    .toSorted((a, b) => (a.due === b.due ? a.placed - b.placed || a.order.id - b.order.id : a.due - b.due));
  return Object.fromEntries(
    lanes.map(({ key, statuses }) => [
      key,
      sorted.flatMap(({ order }) => (statuses.includes(statusOf(order)) ? [order.id] : [])),
    ]),
  );
}

// An order of a status that this page does not know waits with the new ones.
const statusOf = ({ order_status: status }: OrderView) => readOrderStatus(status) ?? 'Pending';

/**
 * While the board is used, every card stays where it is. Orders that are new to the board are added below the others of their
 * lane if they belong there; what would move other cards is left out.
 */
export function holdPlaces(shown: Arrangement, target: Arrangement): Arrangement {
  const known = new Set(Object.values(shown).flat());
  return mapLanes(target, (ids, key) => {
    const lastKnown = ids.findLastIndex((id) => known.has(id));
    return [...(shown[key] ?? []), ...ids.slice(lastKnown + 1)];
  });
}

/** Puts every card where it belongs, except the held one, which keeps its lane and its place there. */
export function settle(shown: Arrangement, target: Arrangement, held?: number): Arrangement {
  const lane = held === undefined ? undefined : Object.keys(shown).find((key) => shown[key]?.includes(held));
  if (held === undefined || lane === undefined || !(lane in target)) return target;
  return mapLanes(target, (ids, key) => {
    const others = ids.filter((id) => id !== held);
    return key === lane ? others.toSpliced(shown[lane]?.indexOf(held) ?? 0, 0, held) : others;
  });
}

/** The orders that belong on the board and are not shown yet. */
export function waitingOf(shown: Arrangement, target: Arrangement): number[] {
  const known = new Set(Object.values(shown).flat());
  return Object.values(target)
    .flat()
    .filter((id) => !known.has(id));
}

export function isSameArrangement(a: Arrangement, b: Arrangement): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => String(a[key]) === String(b[key] ?? '-'));
}

const mapLanes = (
  lanes: Arrangement,
  change: (ids: readonly number[], key: string) => readonly number[],
): Arrangement => Object.fromEntries(Object.entries(lanes).map(([key, ids]) => [key, change(ids, key)]));
