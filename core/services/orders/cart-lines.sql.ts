import { minimumOrderPaise } from '@haat/contract/rules/min-order-value';

/** The lines of a cart as rows: $1–$6 arrays of product, size, colour, unit, quantity, expected price in paise. */
export const LINES = `unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::bigint[])
    WITH ORDINALITY AS line(product_id, size_id, color_id, unit_id, quantity, price_paise, nr)`;

/** Joins the variant `v` that a line stands for. The index of choices is over the same expressions. */
export const VARIANT_OF_LINE = `v.product_id = line.product_id AND coalesce(v.size_id, 0) = line.size_id
    AND coalesce(v.color_id, 0) = line.color_id AND coalesce(v.unit_id, 0) = line.unit_id AND v.deleted_at IS NULL`;

export const MIN_ORDER_PAISE = `coalesce(shop.min_order_paise, ${minimumOrderPaise(undefined)})`;
