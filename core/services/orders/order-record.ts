import type { OrderStatus } from '@haat/contract/rules/order-status';
import type { PaymentStatus } from '@haat/contract/rules/payment';
import type { DeliveryAddress } from '../../db/order.model.ts';

/** One thing bought, as it was named and priced then; the ids are those of its form, to find it on the shelf again. */
export type OrderItemRecord = {
  productId: number;
  name: string;
  pricePaise: number;
  quantity: number;
  size: string | null;
  color: string | null;
  unit: string | null;
  image: string | null;
  sizeId: number | null;
  colorId: number | null;
  unitId: number | null;
};

/**
 * An order with everything that a screen shows of it; `steps` are the moves after it was placed, oldest first,
 * where it is for the shop, by whom.
 */
export type OrderRecord = {
  id: number;
  orderNumber: string;
  createdAt: Date;
  status: OrderStatus;
  paymentMethod: 'cod' | 'online';
  paymentStatus: PaymentStatus;
  totalPaise: number;
  minOrderPaise: number;
  takeaway: boolean;
  customerName: string;
  customerPhone: string | null;
  address: DeliveryAddress | null;
  shop: { id: number; slug: string; name: string | null; phone: string | null };
  items: OrderItemRecord[];
  steps: { status: OrderStatus; at: string; by?: string }[];
};

/** What a shop looks for among its orders. */
export type OrderFilter = { status?: OrderStatus | undefined; search?: string | undefined };

/** A page of orders: at most `limit`, those before the order `after` in the list, and never more than 200. */
export type OrderPage = { limit?: number | undefined; after?: number | undefined };

export const MOST_ORDERS = 200;

export const pageValues = ({ limit = MOST_ORDERS, after }: OrderPage) => [after ?? null, Math.min(limit, MOST_ORDERS)];
