import type { CartConflict, PlacedOrderView, PlaceOrderBody } from '@haat/contract/api/orders.schema';
import { toRupees } from '@haat/contract/rules/rupees';
import { CartChangedError } from '@haat/machines/checkout/cart-changed-error';
import type { PlaceRequest } from '@haat/machines/checkout/place-request';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api.ts';

/**
 * Sends the order under its idempotency key. Rejects with CartChangedError when prices or stock differ from what was
 * shown, with ApiError for any other refusal. Spec section 7.
 */
export async function placeOrder(request: PlaceRequest): Promise<PlacedOrderView> {
  try {
    return await callApi<PlacedOrderView>('/api/orders', {
      method: 'POST',
      body: bodyOf(request),
      headers: { 'idempotency-key': request.key },
    });
  } catch (error) {
    throw isCartChange(error) ? new CartChangedError(error.reason, error.body as CartConflict) : error;
  }
}

function bodyOf({ lines, totalPaise, takeaway, payment, addressId }: PlaceRequest): PlaceOrderBody {
  return {
    items: lines.map(({ id, name, price, quantity, image, shopId, unit_id, unit_type, size, color, unit }) => ({
      id,
      name,
      price,
      quantity,
      image,
      shopId,
      unit_id,
      unit_type,
      size,
      color,
      unit,
    })),
    total: toRupees(totalPaise),
    address: addressId === undefined ? null : { id: addressId },
    paymentMethod: payment,
    takeaway,
    orderDate: new Date().toISOString(),
  };
}

function isCartChange(error: unknown): error is ApiError {
  return error instanceof ApiError && ['price_changed', 'out_of_stock'].includes(error.reason.code);
}
