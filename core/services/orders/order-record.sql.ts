const STEP = `'status', e.to_status, 'at', e.at`;

// Who has no name is called by what stands before the @.
const STEP_WITH_ACTOR = `${STEP}, 'by', (SELECT coalesce(nullif(u.name, ''), split_part(u.email, '@', 1))
  FROM users u WHERE u.id = e.actor_id)`;

const orderRecord = (step: string) => `
  SELECT o.id, o.order_number AS "orderNumber", o.created_at AS "createdAt", o.status,
    o.payment_method AS "paymentMethod", o.payment_status AS "paymentStatus", o.total_paise AS "totalPaise", o.min_order_paise AS "minOrderPaise",
    o.takeaway, o.customer_name AS "customerName", o.customer_phone AS "customerPhone", o.address,
    json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name, 'phone', shop.phone) AS shop,
    (SELECT json_agg(json_build_object('productId', i.product_id, 'name', i.name, 'pricePaise', i.unit_price_paise,
        'quantity', i.quantity, 'size', i.size, 'color', i.color, 'unit', i.unit, 'image', i.image,
        'sizeId', v.size_id, 'colorId', v.color_id, 'unitId', v.unit_id) ORDER BY i.id)
      FROM order_items i JOIN variants v ON v.id = i.variant_id WHERE i.order_id = o.id) AS items,
    (SELECT coalesce(json_agg(json_build_object(${step}) ORDER BY e.id), '[]')
      FROM order_events e WHERE e.order_id = o.id) AS steps
  FROM orders o JOIN shops shop ON shop.id = o.shop_id`;

/** One order `o` of `shop` with its items and its steps, one row each, named as in OrderRecord. */
export const ORDER_RECORD = orderRecord(STEP);

/** The same for the people of its shop, who may know who of them made each step. */
export const SHOP_ORDER_RECORD = orderRecord(STEP_WITH_ACTOR);

/** Orders whose money never came, or has not come yet, are no business of the shop. */
export const IS_REAL = `o.payment_status NOT IN ('awaiting', 'expired')`;

/** What the customer is told of: what waits for its money, too, and what went back because it came too late. */
export const CONCERNS_CUSTOMER = `(o.payment_status <> 'expired' OR EXISTS (
  SELECT FROM payments p WHERE p.order_id = o.id AND p.state IN ('refund_due', 'refunded')))`;

/** $2 the id to end before or null, $3 how many at most. */
export const NEWEST_FIRST = `AND o.id < coalesce($2::bigint, 9223372036854775807) ORDER BY o.id DESC LIMIT $3`;
