import type { Fulfilment, OpeningHours } from '@haat/contract/shops/opening-hours';
import { sql } from '../../db/database.ts';
import { isBlockedAt } from '../../shops/blocked-customer.sql.ts';
import { itemsOf } from '../../catalog/product-listing.sql.ts';
import { CART_LINES, type CartLineParams, MIN_ORDER_PAISE, VARIANT_OF_LINE } from './order-request.ts';
import { openingHours } from '../../shops/opening-hours.sql.ts';
import { isPausedFor } from '../../shops/paused.sql.ts';

/** The shop of a line, as an order needs it. */
export type ShopOfLine = {
  shopId: number;
  slug: string;
  shopName: string | null;
  opening: OpeningHours;
  /** When a pause ends automatically. */
  pausedUntil: Date | null;
  /** What a pause is for; null for everything. */
  pausedFulfilment: Fulfilment | null;
  minOrderPaise: number;
  maxPerOrder: number | null;
  acceptsWhenClosed: boolean;
  isPaused: boolean;
  /** The shop takes no orders of this customer. */
  isBlocked: boolean;
  latitude: number | null;
  longitude: number | null;
  reachMetres: number;
};
export type CurrentLine = ShopOfLine & { name: string; pricePaise: number; stock: number };

/** Whether the requested address exists, and where it is. */
type RequestedAddress = {
  hasAddress: boolean;
  addressLatitude: number | null;
  addressLongitude: number | null;
  addressAccuracyMetres: number | null;
};

/** A line as the shop sells it now; NULLs for items not on sale. */
export type ComparedRow = (CurrentLine | { [Column in keyof CurrentLine]: null }) & RequestedAddress;

/** The current state of a cart's lines, one row per line in their order; NULLs for items not on sale. */
export const COMPARE_CART = sql<
  CartLineParams & { userId: number; addressId: number | null; takeaway: boolean },
  ComparedRow
>(
  `
  SELECT sold.*, :addressId::bigint IS NULL OR address.id IS NOT NULL AS has_address,
    address.latitude AS address_latitude, address.longitude AS address_longitude,
    address.accuracy_metres AS address_accuracy_metres
  FROM ${CART_LINES}
  LEFT JOIN LATERAL (
    SELECT p.name, v.price_paise, ${itemsOf('v')} AS stock, shop.id AS shop_id, shop.slug, shop.name AS shop_name,
      ${openingHours('shop')} AS opening, ${MIN_ORDER_PAISE} AS min_order_paise, shop.max_per_order,
      shop.accepts_orders_when_closed AS accepts_when_closed,
      ${isPausedFor('shop', ':takeaway::boolean')} OR shop.suspended_at IS NOT NULL AS is_paused,
      CASE WHEN shop.suspended_at IS NULL THEN shop.paused_fulfilment END AS paused_fulfilment,
      ${isBlockedAt('shop.id', ':userId::bigint')} AS is_blocked,
      CASE WHEN shop.suspended_at IS NULL THEN shop.paused_until END AS paused_until,
      shop.latitude, shop.longitude, shop.reach_metres
    FROM variants v
    JOIN products p ON p.id = v.product_id AND p.is_published AND p.deleted_at IS NULL
    JOIN shops shop ON shop.id = p.shop_id
    WHERE ${VARIANT_OF_LINE}
  ) sold ON true
  LEFT JOIN addresses address ON address.id = :addressId::bigint AND address.user_id = :userId::bigint
  ORDER BY line.nr`,
);
