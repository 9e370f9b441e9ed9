import type { CartConflict, PlacedOrderView } from '@haat/contract/api/orders.schema';
import { CartChangedError } from '@haat/machines/checkout/cart-changed-error';
import { leavesOrderOpen, type PlaceRequest } from '@haat/machines/checkout/place-request';
import { isLike } from '../../lib/answer-sample.ts';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api.ts';
import { takeTurns } from '../../lib/take-turns.ts';
import { orderBody } from './order-body.ts';
import { claimRequest, forgetRequest } from './pending-order.ts';

/**
 * Sends the order under its idempotency key, one tab at a time. `owner`: whose cart it is, and of which shop. Rejects with
 * CartChangedError when prices or stock differ from what was shown, with ApiError for any other refusal. Spec section 7.
 */
export function placeOrder(owner: string, wanted: PlaceRequest): Promise<PlacedOrderView> {
  return takeTurns('haat-order', async () => {
    try {
      return await sendOrder(claimRequest(owner, wanted));
    } catch (error) {
      if (!leavesOrderOpen(error)) forgetRequest(owner);
      throw isCartChange(error) ? new CartChangedError(error.reason, error.body as CartConflict) : error;
    }
  });
}

const PLACED = { orderId: 0, orderNumber: '' };
const CONFLICT = { lines: [{ id: '', price: 0, quantity: 0, stock: 0 }], total: 0 } as const;

function sendOrder(request: PlaceRequest): Promise<PlacedOrderView> {
  const headers = { 'idempotency-key': request.key };
  return callApi<PlacedOrderView>('/api/orders', { method: 'POST', body: orderBody(request), headers, like: PLACED });
}

function isCartChange(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    ['price_changed', 'out_of_stock'].includes(error.reason.code) &&
    isLike<CartConflict>(error.body, CONFLICT)
  );
}
