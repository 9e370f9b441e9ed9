import { listOwnOrders, type OrderView } from '@haat/contract/orders/orders.calls';
import { readToken } from '@haat/contract/accounts/decode-token';
import { matches } from '../../lib/api.ts';
import { LAST_ORDERS, readAuthToken, readStored, writeStored } from '../../lib/storage.ts';

/** The last orders of a user as they were loaded, for reading them offline. */
export type LastOrders = { userId: number; loadedAt: string; orders: OrderView[] };

const MAX_ORDERS = 20;

/** The user whose token is stored on this device. */
export const tokenOwner = (): number => Number(readToken(readAuthToken())?.sub);

/**
 * Stores the first of a user's orders on this device, unless the user has logged out meanwhile. Without name and phone, which
 * the list does not show. They are removed with the session (`lib/storage.ts`).
 */
export function saveLastOrders({ userId, loadedAt, orders }: LastOrders): void {
  if (tokenOwner() !== userId) return;
  const stored = orders.slice(0, MAX_ORDERS).map((order) => ({ ...order, customer_name: '', customer_phone: null }));
  writeStored(LAST_ORDERS, JSON.stringify({ userId, loadedAt, orders: stored }));
}

/** The stored orders of this user; undefined if there are none, or something else is stored. */
export function readLastOrders(userId: number | undefined): LastOrders | undefined {
  try {
    const stored = JSON.parse(readStored(LAST_ORDERS) ?? 'null') as LastOrders | null;
    const isValid =
      stored !== null &&
      stored.userId === userId &&
      !Number.isNaN(Date.parse(stored.loadedAt)) &&
      matches(stored.orders, listOwnOrders.output);
    return isValid ? stored : undefined;
  } catch {
    return undefined;
  }
}
