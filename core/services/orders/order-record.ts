import type { OrderStatus } from '@haat/contract/rules/order-status';
import type { PaymentStatus } from '@haat/contract/rules/payment';
import type { DeliveryAddress } from '../../db/order.model.ts';
import { ERASED_NAME } from '../../db/user.model.ts';

/** A line with its name and price at the time of the order; the ids identify the variant in today's catalog. */
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

/** An order as screens show it. `steps`: its status changes, oldest first; `by` is set for the shop only. */
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

const STATUS_CHANGE = `'status', e.to_status, 'at', e.at`;

// A user without a name is shown by the local part of the email address.
const STATUS_CHANGE_WITH_ACTOR = `${STATUS_CHANGE}, 'by', (SELECT coalesce(nullif(u.name, ''), split_part(u.email, '@', 1), u.login_mobile,
    '${ERASED_NAME}')
  FROM users u WHERE u.id = e.actor_id)`;

const selectOrderRecord = (statusChange: string) => `
  SELECT o.id, o.order_number, o.created_at, o.status, o.payment_method, o.payment_status, o.total_paise, o.min_order_paise,
    o.takeaway, o.customer_name, o.customer_phone, o.address,
    json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name, 'phone', shop.phone) AS shop,
    (SELECT json_agg(json_build_object('productId', i.product_id, 'name', i.name, 'pricePaise', i.unit_price_paise,
        'quantity', i.quantity, 'size', i.size, 'color', i.color, 'unit', i.unit, 'image', i.image,
        'sizeId', v.size_id, 'colorId', v.color_id, 'unitId', v.unit_id) ORDER BY i.id)
      FROM order_items i JOIN variants v ON v.id = i.variant_id WHERE i.order_id = o.id) AS items,
    (SELECT coalesce(json_agg(json_build_object(${statusChange}) ORDER BY e.id), '[]')
      FROM order_events e WHERE e.order_id = o.id) AS steps
  FROM orders o JOIN shops shop ON shop.id = o.shop_id`;

/** Selects `OrderRecord`s from orders `o` of `shop`. */
export const ORDER_RECORD = selectOrderRecord(STATUS_CHANGE);

/** The same for members of the shop, who also see who changed each status. */
export const SHOP_ORDER_RECORD = selectOrderRecord(STATUS_CHANGE_WITH_ACTOR);

/** Orders that await their payment, or were never paid, are hidden from the shop. */
export const IS_VISIBLE_TO_SHOP = `o.payment_status NOT IN ('awaiting', 'expired')`;
