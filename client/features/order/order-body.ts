import type { PlaceOrderBody } from '@haat/contract/api/orders.schema';
import { toRupees } from '@haat/contract/rules/rupees';
import type { PaymentMethod, PlaceRequest } from '@haat/machines/checkout/place-request';

type Body<Method extends PaymentMethod> = PlaceOrderBody & { paymentMethod: Method };

/** An order as the server takes it. Spec section 3, order request. */
export function orderBody<Method extends PaymentMethod>(request: PlaceRequest & { payment: Method }): Body<Method> {
  const { lines, totalPaise, takeaway, payment, addressId } = request;
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
