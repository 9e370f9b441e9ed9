import { listMissedOrders } from '@haat/contract/notify/notifications.calls';
import { useCall } from '../../../lib/call-query.ts';
import { POLLED } from '../use-shop-orders-live.ts';

/** The orders that the shop did not accept in time. The server knows by the session whose they are. */
export const useMissedOrders = (shopId: number) => useCall(listMissedOrders, {}, { owner: shopId, ...POLLED });
